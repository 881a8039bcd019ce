import { type InferResult, sql } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { livePayoutLineStates } from '#money/payouts/domain/payout-lines.ts'
import type { Period } from '#platform/api/period.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { conditionsOf, inOrder, matching, type Order, type SortKey, textContains } from '#platform/server/http/lists/listing.ts'
import { withinPeriod } from '#platform/server/http/lists/period.ts'
import type { payoutFileSorts } from '../api.ts'

const live = sql.lit(`{${livePayoutLineStates.join(',')}}`)

/** Files with what became of their lines. `own`: lines under way that pay the caller. */
function files(tx: Tx, callerId: string) {
  return tx
    .selectFrom('payout_files as f')
    .innerJoin('profiles as m', 'm.user_id', 'f.created_by')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('payout_file_lines as l')
          .select([
            sql<number>`count(*) filter (where l.state = any (${live}::text[]))`.as('live'),
            sql<number>`coalesce(sum(l.total_cents) filter (where l.state = any (${live}::text[])), 0)::bigint`.as('live_cents'),
            sql<number>`count(*) filter (where l.state = 'paid')`.as('paid'),
            sql<number>`count(*) filter (where l.state = 'returned')`.as('returned'),
          ])
          .whereRef('l.payout_file_id', '=', 'f.id')
          .as('n'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('payouts as p')
          .innerJoin('payout_file_lines as l', 'l.payout_id', 'p.id')
          .select(sql<number>`count(*)`.as('own'))
          .whereRef('l.payout_file_id', '=', 'f.id')
          .where('p.partner_id', '=', callerId)
          .where(sql<boolean>`l.state = any (${live}::text[])`)
          .as('mine'),
      (join) => join.onTrue(),
    )
    .select(['f.id', 'f.message_id', 'f.format', 'f.execute_on', 'f.batch_booking', 'f.instant', 'f.line_count'])
    .select(['f.total_cents', 'f.sha256', 'f.file_id', 'f.created_at', 'f.created_by', 'f.replaces_id', 'f.withdrawn_at'])
    .select(['f.withdraw_reason', 'm.full_name as maker_name', 'm.deleted_at as maker_deleted_at'])
    .select(['n.live', 'n.live_cents', 'n.paid', 'n.returned', 'mine.own'])
}

export type FileRow = InferResult<ReturnType<typeof files>>[number]

export const payoutFileSortKeys = {
  date: { by: sql`f.created_at`, holds: 'time' },
  reference: { by: sql`f.message_id`, holds: 'text' },
  amount: { by: sql`f.total_cents`, holds: 'number' },
} as const satisfies Record<(typeof payoutFileSorts)[number], SortKey>

/** By the days on which files were made; the search matches the reference and the partners' names. */
export interface FileFilter extends Period {
  readonly search?: string | undefined
}

/** A page of files, plus one row to detect a next page. */
export function listFiles(tx: Tx, callerId: string, { search, ...period }: FileFilter, order: Order) {
  let query = matching(files(tx, callerId), conditionsOf<Period>(period, withinPeriod(sql`f.created_at`)))
  if (search) {
    query = query.where((where) =>
      where.or([
        textContains(sql`lower(f.message_id)`, search),
        // Once for all files: asked for each of them, every line would look its partner up again.
        where('f.id', 'in', (from) =>
          from
            .selectFrom('payout_file_lines as l')
            .innerJoin('payouts as p', 'p.id', 'l.payout_id')
            .innerJoin(partnerContacts.as('o'), 'o.partner_id', 'p.partner_id')
            .select('l.payout_file_id')
            .where(textContains(sql`lower(p.reference) || ' ' || o.name_key`, search)),
        ),
      ]),
    )
  }
  return inOrder(query, order).execute()
}

export function findFile(tx: Tx, callerId: string, id: string) {
  return files(tx, callerId).where('f.id', '=', id).executeTakeFirst()
}

export function readLines(tx: Tx, fileId: string) {
  return tx
    .selectFrom('payout_file_lines as l')
    .innerJoin('payouts as p', 'p.id', 'l.payout_id')
    .innerJoin(partnerContacts.as('o'), 'o.partner_id', 'p.partner_id')
    .select([
      'l.id',
      'l.payout_id',
      'l.end_to_end_id',
      'l.total_cents',
      'l.holder',
      'l.state',
      'l.bank_status',
      'l.reasons',
      'l.bank_reasons',
      'l.problems',
    ])
    .select([
      'l.payee_match',
      'l.payee_name',
      'l.changed_at',
      'p.reference',
      'p.partner_id',
      'o.full_name',
      'o.partner_deleted_at',
    ])
    .where('l.payout_file_id', '=', fileId)
    .orderBy('l.position')
    .execute()
}

export type LineRow = Awaited<ReturnType<typeof readLines>>[number]

/** The file that a file replaces, and the one that replaces it. */
export function relatedFiles(tx: Tx, { id, replaces_id }: Pick<FileRow, 'id' | 'replaces_id'>) {
  return tx
    .selectFrom('payout_files')
    .select(['id', 'message_id as reference', 'replaces_id'])
    .where((where) => where.or([where('replaces_id', '=', id), ...(replaces_id ? [where('id', '=', replaces_id)] : [])]))
    .execute()
}
