import { type InferResult, sql } from 'kysely'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Position } from '#platform/server/http/lists/cursor.ts'
import type { EventName } from '#portal/api/events.ts'
import type { ImportOutcome } from '../domain/imports.ts'
import type { ImportKind } from '../domain/kinds.ts'
import { m } from '../messages/messages.ts'

const imports = (tx: Tx) =>
  tx
    .selectFrom('imports as i')
    .leftJoin('profiles as p', 'p.user_id', 'i.brought_by')
    .selectAll('i')
    .select([
      'p.full_name as brought_by_name',
      sql<number>`(select count(*)::int from import_rows r where r.import_id = i.id)`.as('staged'),
      sql<number>`(select coalesce(max(r.number), 0) from import_rows r where r.import_id = i.id)`.as('last_staged'),
      sql<Record<string, number>>`(
        select coalesce(json_object_agg(c.outcome, c.count), '{}')
          from (select r.outcome, count(*)::int from import_rows r where r.import_id = i.id group by r.outcome) c)`.as(
        'outcomes',
      ),
    ])

export type ImportRow = InferResult<ReturnType<typeof imports>>[number]

/** Newest first, with one row more than the limit. */
export function listImports(
  tx: Tx,
  { after, limit, kind }: { readonly after: Position | null; readonly limit: number; readonly kind?: ImportKind | undefined },
) {
  let query = imports(tx)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(limit + 1)
  if (kind) query = query.where('i.kind', '=', kind)
  if (after) query = query.where(sql<boolean>`(i.created_at, i.id) < (${after.at}, ${after.id}::uuid)`)
  return query.execute()
}

/** Refuses `not_found` for one that the caller may not see. */
export async function readImport(tx: Tx, id: string): Promise<ImportRow> {
  const row = await imports(tx).where('i.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found', m.noSuchImport())
  return row
}

/** How many rows there are of each outcome, partner and state, with the sum of their amounts. */
export async function importSums(tx: Tx, id: string) {
  const { rows } = await sql<{
    readonly outcome: ImportOutcome
    readonly partner: string
    readonly status: string
    readonly count: number
    readonly amountCents: number
  }>`select r.outcome, coalesce(r.read ->> 'partner', '') as partner, coalesce(r.read ->> 'status', '') as status,
      count(*)::int as count, coalesce(sum((r.read ->> 'amountCents')::bigint), 0)::bigint as "amountCents"
    from import_rows r where r.import_id = ${id} group by 1, 2, 3 order by 1, 2, 3`.execute(tx)
  return rows.map((row) => ({ ...row, amountCents: Number(row.amountCents) }))
}

/** Rows that are taken only where they are wanted. */
export async function unexpectedRows(tx: Tx, id: string) {
  const { rows } = await sql<{ readonly count: number; readonly cents: number; readonly partners: string[] }>`
    select count(*)::int as count, coalesce(sum((read ->> 'commissionCents')::bigint), 0)::bigint as cents,
      array_remove(array_agg(distinct read ->> 'partner'), null) as partners
    from import_rows where import_id = ${id} and outcome = 'ready' and (read ->> 'toConfirm')::boolean`.execute(tx)
  const [{ count, cents, partners } = { count: 0, cents: 0, partners: null }] = rows
  return { count, commissionCents: Number(cents), partners: partners ?? [] }
}

/** Whether it is about a client who is about to be erased. */
const isWithheld = sql<boolean>`app.is_restricted_row(record_id, cells ->> 'email')`

/** In the order of the file, with one row more than the limit. */
export function listRows(
  tx: Tx,
  id: string,
  { after, limit, outcome }: { readonly after: number; readonly limit: number; readonly outcome?: readonly ImportOutcome[] },
) {
  const query = tx
    .selectFrom('import_rows')
    .select(['number', 'cells', 'outcome', 'messages', 'read', 'record_id'])
    .select(isWithheld.as('is_withheld'))
    .where('import_id', '=', id)
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit + 1)
  return (outcome ? query.where('outcome', 'in', outcome) : query).execute()
}

/** How files with these titles were mapped the last time; none where nobody has, or it was forgotten. */
export function findMapping(tx: Tx, kind: ImportKind, titlesHash: string) {
  return tx
    .selectFrom('import_mappings as s')
    .leftJoin('profiles as p', 'p.user_id', 's.saved_by')
    .select(['s.id', 's.titles', 's.mapping', 's.saved_at', 'p.full_name as saved_by_name'])
    .where('s.kind', '=', kind)
    .where('s.titles_hash', '=', titlesHash)
    .executeTakeFirst()
}

/** The people of an import who have not come in, and were never invited: mails wait until staff press. */
export async function peopleToInvite(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('imported_rows as k')
    .innerJoin('profiles as p', 'p.user_id', 'k.record_id')
    .select('p.user_id')
    .where('k.import_id', '=', id)
    .where('k.kind', '=', 'partners')
    .where('p.joined_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('invitations as i').select('i.id').whereRef('i.user_id', '=', 'p.user_id'))),
    )
    .orderBy('p.user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** What has happened to these records since, but what the import itself has done; the first of each. */
export async function whatFollowed(
  tx: Tx,
  subjects: readonly string[],
  { id, since }: { readonly id: string; readonly since: Date | null },
) {
  if (subjects.length === 0 || !since) return []
  const { rows } = await sql<{ readonly subject: string; readonly name: EventName; readonly at: Date }>`
    select distinct on (e.subject_id) e.subject_id as subject, e.name, e.occurred_at as at
    from unnest(${[...subjects]}::uuid[]) s (id) join events e on e.subject_id = s.id
    where e.request_id is distinct from ${requestOf(id)} and e.occurred_at >= ${since}
    order by e.subject_id, e.occurred_at`.execute(tx)
  return rows
}

/** What the events of an import have in the place of a request: by it they are told from what followed. */
export const requestOf = (importId: string) => `import ${importId}`
