import { sql } from 'kysely'
import { ofPartner, staff } from '#access/domain/audience.ts'
import { type Confirmation, checkConfirmed } from '#accounts/auth/server/guards.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { CallerContext } from '#platform/server/http/as-system.ts'
import type { Portal } from '#platform/server/portal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { ImportKind } from '../domain/kinds.ts'
import { m } from '../messages/messages.ts'
import type { AppliedRow, Order } from './kind-of-import.ts'
import { kinds } from './kinds.ts'
import { unexpectedRows } from './queries.ts'
import { checkMayImport, lockImport, orderOf, scopeOf } from './stage-commands.ts'

interface Wishes {
  readonly includeDuplicates?: boolean | undefined
  readonly toldBefore?: boolean | undefined
  /** The sum of the commissions of what was not expected, as whoever wants it has seen it. */
  readonly seenCents: number
  /** Nothing is applied unless every row is ready. */
  readonly all: boolean
}

/**
 * Lets an import whose rows are all staged begin, or one that was stopped go on: a job applies its batches. Refuses
 * `import_not_open`, `import_incomplete`, and `rows_refused` where all were wanted.
 */
export async function applyImport(
  context: TransactionContext,
  id: string,
  { includeDuplicates, toldBefore, seenCents, all }: Wishes,
  { queue, confirmation }: { readonly queue: Portal['queue']; readonly confirmation: Confirmation },
): Promise<void> {
  const { tx, now } = context
  const row = await lockImport(context, id, 'staging', 'stopped')
  checkMayImport(context, row.kind)
  const staged = await countStaged(tx, id)
  const unexpected = await unexpectedRows(tx, id)
  refuseUnless(staged.all >= row.row_count, 'import_incomplete', m.importIncomplete())
  if (all && staged.refused > 0) {
    const text = m.rowsRefused({ refused: staged.refused, count: staged.all })
    throw new Refusal('import_rows_refused', text, { facts: { refused: staged.refused } })
  }
  const isConfirmed = row.confirmed || (staged.toProve > 0 && confirmation.given)
  if (staged.toProve > 0 && !isConfirmed) checkConfirmed(confirmation, m.toGiveRoles())
  const wishes = {
    includeDuplicates: includeDuplicates ?? row.settings.includeDuplicates,
    toldBefore: toldBefore ?? row.settings.toldBefore,
    includeUnexpected: row.settings.includeUnexpected || (unexpected.count > 0 && seenCents === unexpected.commissionCents),
  }
  await tx
    .updateTable('imports')
    .set({
      state: 'applying',
      settings: JSON.stringify({ ...row.settings, ...wishes }),
      confirmed: isConfirmed,
      applied_at: row.applied_at ?? now,
      mark: 0,
    })
    .where('id', '=', id)
    .execute()
  await queue.send(tx, 'import', { importId: id })
}

async function countStaged(tx: TransactionContext['tx'], id: string) {
  const { rows } = await sql<{ all: number; refused: number; toProve: number }>`
    select count(*)::int as all, count(*) filter (where outcome = 'refused')::int as refused,
      count(*) filter (where outcome = 'ready' and (read ->> 'toProve')::boolean)::int as "toProve"
    from import_rows where import_id = ${id}`.execute(tx)
  return rows[0] ?? { all: 0, refused: 0, toProve: 0 }
}

/** Stops an import after its batch: what was imported stays. */
export async function stopImport(context: TransactionContext, id: string): Promise<void> {
  const row = await lockImport(context, id, 'applying')
  checkMayImport(context, row.kind)
  await context.tx.updateTable('imports').set({ state: 'stopped' }).where('id', '=', id).execute()
}

/** Applies the next rows. Answers how many there were; none where it has ended, was stopped, or another server has ended it. */
export async function applyBatch(
  context: CallerContext,
  { id, size, secret }: { readonly id: string; readonly size: number; readonly secret: Order['secret'] },
): Promise<number> {
  const { tx } = context
  const row = await tx.selectFrom('imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (row?.state !== 'applying') return 0
  checkMayImport({ actor: context.caller }, row.kind)
  const wanted = row.settings.includeDuplicates ? (['ready', 'duplicate'] as const) : (['ready'] as const)
  const rows = await tx
    .selectFrom('import_rows')
    .select(['number', 'cells', 'row_key', 'content'])
    .where('import_id', '=', id)
    .where('outcome', 'in', wanted)
    .where('number', '>', row.mark)
    .orderBy('number')
    .limit(size)
    .execute()
  const last = rows.at(-1)
  if (!last) {
    await endImport(context, row)
    return 0
  }
  const keys = { kind: row.kind, scope: scopeOf(row) }
  await forgetGone(tx, keys, rows)
  // Whoever brings the same row at this moment waits here, and is told afterwards.
  const claimed = await tx
    .insertInto('imported_rows')
    .values(rows.map(({ row_key, content }) => ({ ...keys, row_key, content, import_id: id })))
    .onConflict((conflict) => conflict.columns(['kind', 'scope', 'row_key']).doNothing())
    .returning('row_key')
    .execute()
  const mine = new Set(claimed.map(({ row_key }) => row_key))
  const own = rows.filter(({ row_key }) => mine.has(row_key))
  const applied = await kinds[row.kind].apply(
    context,
    own.map(({ cells }) => cells),
    orderOf(row, secret),
  )
  const outcomes = new Map(own.map(({ number }, at) => [number, applied[at]]))
  const known = {
    outcome: 'known' as const,
    messages: [{ path: '', message: m.importedMeanwhile() }],
    read: null,
    recordId: null,
  }
  await keepOutcomes(
    tx,
    id,
    rows.map(({ number, row_key }) => ({ number, rowKey: row_key, ...(outcomes.get(number) ?? known) })),
    keys,
  )
  await tx.updateTable('imports').set({ mark: last.number }).where('id', '=', id).execute()
  return rows.length
}

/** Records that were deleted by hand since may come again. */
async function forgetGone(
  tx: TransactionContext['tx'],
  { kind, scope }: { readonly kind: ImportKind; readonly scope: string },
  rows: readonly { readonly row_key: string }[],
): Promise<void> {
  const keys = tx
    .selectFrom('imported_rows')
    .select(['row_key', 'record_id'])
    .where('kind', '=', kind)
    .where('scope', '=', scope)
    .where('row_key', '=', sql<string>`any(${rows.map(({ row_key }) => row_key)}::text[])`)
  const imported = (await keys.execute()).flatMap(({ record_id, row_key }) => (record_id ? [{ record_id, row_key }] : []))
  if (imported.length === 0) return
  const there = new Set(
    await kinds[kind].existing(
      tx,
      imported.map(({ record_id }) => record_id),
    ),
  )
  const gone = imported.filter(({ record_id }) => !there.has(record_id)).map(({ row_key }) => row_key)
  await tx
    .deleteFrom('imported_rows')
    .where('kind', '=', kind)
    .where('scope', '=', scope)
    .where('row_key', '=', sql<string>`any(${gone}::text[])`)
    .execute()
}

interface Outcome extends AppliedRow {
  readonly number: number
  readonly rowKey: string
}

/** Writes what became of the rows; a key whose row was not taken is free again. */
async function keepOutcomes(
  tx: TransactionContext['tx'],
  id: string,
  rows: readonly Outcome[],
  { kind, scope }: { readonly kind: string; readonly scope: string },
): Promise<void> {
  const told = JSON.stringify(
    rows.map(({ number, outcome, messages, recordId, rowKey }) => ({
      number,
      outcome: recordId ? 'imported' : outcome,
      messages,
      record_id: recordId,
      row_key: rowKey,
    })),
  )
  const columns = sql`number int, outcome text, messages jsonb, record_id uuid, row_key text`
  const given = sql`json_to_recordset(${told}::json) as t (${columns})`
  await sql`update import_rows r set outcome = t.outcome, messages = t.messages, record_id = t.record_id from ${given}
    where r.import_id = ${id} and r.number = t.number`.execute(tx)
  await sql`update imported_rows k set record_id = t.record_id from ${given}
    where k.kind = ${kind} and k.scope = ${scope} and k.row_key = t.row_key and k.import_id = ${id}
      and k.record_id is null and t.record_id is not null`.execute(tx)
  await sql`delete from imported_rows k using ${given} where k.kind = ${kind} and k.scope = ${scope} and k.row_key = t.row_key
    and k.import_id = ${id} and k.record_id is null`.execute(tx)
}

type EndedImport = Awaited<ReturnType<typeof lockImport>>

/** What an event says of an import. */
export const importFacts = ({ id, kind, file_name, file_hash, tool }: EndedImport, counts: Readonly<Record<string, number>>) => ({
  importId: id,
  kind,
  fileName: file_name,
  fileHash: file_hash,
  tool,
  counts,
})

export const audienceOf = ({ partner_id }: Pick<EndedImport, 'partner_id'>) => (partner_id ? ofPartner(partner_id) : staff)

async function endImport(context: TransactionContext, row: EndedImport): Promise<void> {
  const { tx, now } = context
  const rows = await tx
    .selectFrom('import_rows')
    .select(['outcome', sql<number>`count(*)::int`.as('count')])
    .where('import_id', '=', row.id)
    .groupBy('outcome')
    .execute()
  const counts = Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]))
  await tx
    .updateTable('imports')
    .set({ state: 'done', ended_at: now, counts: JSON.stringify(counts) })
    .where('id', '=', row.id)
    .execute()
  if (!counts.imported) return
  await context.recordEvent({
    name: 'import.applied',
    subjectId: null,
    audience: audienceOf(row),
    after: importFacts(row, counts),
  })
}
