import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { partnerOf, personOf } from '#access/server/acting.ts'
import { checkRight } from '#access/server/route-rules.ts'
import { requirePartner } from '#accounts/people/server/guards.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { Call } from '#platform/server/http/bind.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { importRoutes, CheckedRow as ShownRow } from '../api.ts'
import type { ImportKind } from '../domain/kinds.ts'
import { m } from '../messages/messages.ts'
import type { CheckedRow, Order } from './kind-of-import.ts'
import { kinds } from './kinds.ts'

/** Whose rows are known again: a partner's own, or those that staff bring. */
export const scopeOf = ({ partner_id }: { readonly partner_id: string | null }) =>
  partner_id ?? '00000000-0000-0000-0000-000000000000'

/** Refuses `right_missing`, and `not_allowed` for a partner's file of something else than leads. */
export function checkMayImport({ actor }: Pick<TransactionContext, 'actor'>, kind: ImportKind): void {
  checkRight({ right: kinds[kind].right }, actor)
  refuseUnless(actor.kind === 'admin' || kind === 'leads', 'not_allowed')
}

export async function beginImport(
  context: TransactionContext,
  { kind, fileName, fileHash, tool, rowCount, settings }: z.output<typeof importRoutes.beginImport.body>,
): Promise<{ id: string }> {
  const { tx, actor, now } = context
  checkMayImport(context, kind)
  const { partnerId } = settings
  if (actor.kind !== 'admin') refuseUnless(!partnerId || partnerId === partnerOf(context).id, 'not_found', m.unknownPartner())
  else if (partnerId) await requirePartner(context, partnerId)
  const id = newId()
  await tx
    .insertInto('imports')
    .values({
      id,
      kind,
      brought_by: personOf(context).userId,
      partner_id: actor.kind === 'admin' ? null : partnerOf(context).id,
      file_name: fileName.toWellFormed().replaceAll('\u0000', ''),
      file_hash: fileHash,
      tool,
      row_count: rowCount,
      settings: JSON.stringify(settings),
      created_at: now,
    })
    .execute()
  return { id }
}

/** Locks an import. Refuses `not_found`, and `import_not_open` in another state than these. */
export async function lockImport({ tx }: Pick<TransactionContext, 'tx'>, id: string, ...states: readonly string[]) {
  const row = await tx.selectFrom('imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not_found', m.noSuchImport())
  refuseUnless(states.includes(row.state), 'import_not_open', m.importNotOpen())
  return row
}

type LockedImport = Awaited<ReturnType<typeof lockImport>>

export const orderOf = ({ id, settings, confirmed }: LockedImport, secret: Order['secret']): Order => ({
  id,
  settings,
  confirmed,
  secret,
})

interface StagedRow {
  readonly number: number
  readonly cells: unknown
}

/** Stages rows and says what applying them would do. Those that are staged already stay, and say what they said. */
export async function stageRows(context: Call, id: string, rows: readonly StagedRow[]): Promise<ShownRow[]> {
  const { tx } = context
  const row = await lockImport(context, id, 'staging')
  checkMayImport(context, row.kind)
  const given = new Map(rows.filter(({ number }) => number <= lastNumber).map((each) => [each.number, each]))
  const staged = await readStaged(tx, id, [...given.keys()])
  const fresh = [...given.values()]
    .filter(({ number }) => !staged.has(number))
    .toSorted((one, other) => one.number - other.number)
  const whole = fresh.filter(({ cells }) => cells !== null)
  const checked = await kinds[row.kind].check(
    context,
    whole.map(({ cells }) => cells),
    orderOf(row, context.portal.config),
  )
  const byNumber = new Map(whole.map(({ number }, at) => [number, checked[at]]))
  const keyed = fresh.map((each) => keyedRow(row, each, byNumber.get(each.number) ?? unclosed()))
  const known = await findKnown(context, row, await countTwins(tx, id, keyed))
  const told = await markRepeats(tx, row, known)
  if (told.length > 0) await insertRows(tx, id, told)
  const answers = new Map([...staged, ...told.map((each) => [each.number, shown(each)] as const)])
  return rows.flatMap(({ number }) => answers.get(number) ?? [])
}

/** A row whose quotation marks do not close has no cells. */
const unclosed = (): CheckedRow => ({ outcome: 'refused', messages: [{ path: '', message: m.quotesUnclosed() }], read: null })

/** Far beyond the lines that the largest file may have, with empty lines and titles above. */
const lastNumber = 1_000_000

interface KeyedRow extends CheckedRow {
  readonly number: number
  readonly cells: Readonly<Record<string, unknown>>
  readonly rowKey: string
  readonly content: string
}

const shown = ({ number, outcome, messages, read }: Pick<KeyedRow, 'number' | 'outcome' | 'messages' | 'read'>): ShownRow => ({
  number,
  outcome,
  messages,
  read,
  recordId: null,
})

/** As PostgreSQL stores it in JSON: without NUL and halves of pairs, in keys and in texts. What is lost so was refused before. */
const stored = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null).replace(/(\\\\)|\\u(?:0000|d[89a-f][\da-f]{2})/g, '$1'))

/** The key of a row: what its tool calls it, else what it says. */
function keyedRow({ tool }: { readonly tool: string }, { number, cells }: StagedRow, checked: CheckedRow): KeyedRow {
  const given = stored(cells)
  const kept = typeof given === 'object' && given !== null && !Array.isArray(given) ? { ...given } : {}
  const content = createHash('sha256')
    .update(JSON.stringify(Object.entries(kept).toSorted(([one], [other]) => (one < other ? -1 : 1))))
    .digest('hex')
  const externalId = 'externalId' in kept && typeof kept.externalId === 'string' ? kept.externalId.trim().slice(0, 200) : ''
  return { ...checked, number, cells: kept, content, rowKey: externalId ? `${tool} ${externalId}` : content }
}

/** Rows that say the same and have no id of their tool are told apart by which of them it is. */
async function countTwins(tx: TransactionContext['tx'], id: string, rows: readonly KeyedRow[]): Promise<KeyedRow[]> {
  const contents = [...new Set(rows.map(({ content }) => content))]
  const before = await tx
    .selectFrom('import_rows')
    .select(['content', sql<number>`count(*)::int`.as('count')])
    .where('import_id', '=', id)
    .where('content', '=', sql<string>`any(${contents}::text[])`)
    .groupBy('content')
    .execute()
  const counts = new Map(before.map(({ content, count }) => [content, count]))
  return rows.map((row) => {
    if (row.rowKey !== row.content) return row
    const twin = counts.get(row.content) ?? 0
    counts.set(row.content, twin + 1)
    return twin === 0 ? row : { ...row, rowKey: `${row.content} ${twin}` }
  })
}

/** Rows that were imported before: unchanged, whatever this file says of them, since an import adds. */
async function findKnown({ tx }: TransactionContext, row: LockedImport, rows: readonly KeyedRow[]): Promise<KeyedRow[]> {
  const imported = await tx
    .selectFrom('imported_rows as k')
    .leftJoin('imports as i', 'i.id', 'k.import_id')
    .leftJoin('profiles as p', 'p.user_id', 'i.brought_by')
    .select(['k.row_key', 'k.content', 'k.record_id', 'i.file_name', 'p.full_name'])
    .where('k.kind', '=', row.kind)
    .where('k.scope', '=', scopeOf(row))
    .where('k.row_key', '=', sql<string>`any(${rows.map(({ rowKey }) => rowKey)}::text[])`)
    .where('k.record_id', 'is not', null)
    .execute()
  // Who has deleted a record by hand may bring it again.
  const there = new Set(
    await kinds[row.kind].existing(
      tx,
      imported.flatMap(({ record_id }) => record_id ?? []),
    ),
  )
  const byKey = new Map(imported.flatMap((each) => (each.record_id && there.has(each.record_id) ? [[each.row_key, each]] : [])))
  return rows.map((each) => {
    const before = byKey.get(each.rowKey)
    if (!before || (each.outcome !== 'ready' && each.outcome !== 'duplicate')) return each
    const values = { file: before.file_name ?? '', name: before.full_name ?? '' }
    const message = before.content === each.content ? m.importedBefore(values) : m.importedOtherwise(values)
    return { ...each, outcome: 'known', messages: [...each.messages, { path: '', message }], marks: [] }
  })
}

/** Rows of somebody or something that stands in the file before, in another part of it: within one the kind itself tells. */
async function markRepeats(tx: TransactionContext['tx'], row: LockedImport, rows: readonly KeyedRow[]): Promise<KeyedRow[]> {
  const { repeats } = kinds[row.kind]
  const wanted = [...new Set(rows.flatMap(({ seeks }) => seeks ?? []))]
  if (!repeats || wanted.length === 0) return [...rows]
  const { rows: earlier } = await sql<{ readonly mark: string; readonly number: number }>`
    select w.mark, min(r.number) as number from import_rows r, unnest(r.marks) w (mark)
    where r.import_id = ${row.id} and r.outcome = 'ready' and w.mark = any(${wanted}::text[])
    group by w.mark`.execute(tx)
  const lines = new Map(earlier.map(({ mark, number }) => [mark, number]))
  return rows.map((each) => {
    const line = (each.seeks ?? []).map((mark) => lines.get(mark)).find((number) => number !== undefined && number < each.number)
    if (line === undefined || each.outcome !== 'ready') return each
    const { outcome, ...message } = repeats(line)
    return { ...each, outcome, messages: [...each.messages, message], marks: [] }
  })
}

async function readStaged(tx: TransactionContext['tx'], id: string, numbers: readonly number[]): Promise<Map<number, ShownRow>> {
  const rows = await tx
    .selectFrom('import_rows')
    .select(['number', 'outcome', 'messages', 'read', 'record_id as recordId'])
    .where('import_id', '=', id)
    .where('number', '=', sql<number>`any(${[...numbers]}::int[])`)
    .execute()
  return new Map(rows.map((row) => [row.number, row]))
}

async function insertRows(tx: TransactionContext['tx'], id: string, rows: readonly KeyedRow[]): Promise<void> {
  await tx
    .insertInto('import_rows')
    .values(
      rows.map(({ number, cells, outcome, messages, read, rowKey, content, marks = [] }) => ({
        import_id: id,
        number,
        cells: JSON.stringify(cells),
        outcome,
        messages: JSON.stringify(stored(messages)),
        read: read && JSON.stringify(read),
        row_key: rowKey,
        content,
        marks: [...marks],
      })),
    )
    .execute()
}
