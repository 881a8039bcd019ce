import { type InferResult, sql } from 'kysely'
import { nameIn } from '#platform/domain/names.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { keptQuery } from '#platform/server/db/kept-query.ts'
import { lockLists } from '#platform/server/saved-list.ts'

const columns = [
  ...(['key', 'name', 'names', 'colour', 'place', 'counts_as_call', 'asks', 'stale_after_days'] as const),
  ...(['partner_enters', 'partner_leaves', 'staff_enters', 'staff_leaves'] as const),
  ...(['archived_at', 'merged_into', 'changed_at'] as const),
] as const

const inOrder = (tx: Tx) => tx.selectFrom('lead_stages').select(columns).orderBy('place')

export type StageRow = InferResult<ReturnType<typeof inOrder>>[number]

const stagesInOrder = keptQuery<object, StageRow>(inOrder)

/** The stages in the board's order, those that are archived too: their names are read in the history of leads. */
export const readStages = (tx: Tx): Promise<StageRow[]> => stagesInOrder(tx, {})

/** The same, locked: no other list of the programme changes meanwhile, while leads can still move. */
export async function lockStages(tx: Tx): Promise<StageRow[]> {
  await lockLists(tx)
  return inOrder(tx).forNoKeyUpdate().execute()
}

/** The stages of the board, in its order. */
export const onBoard = (stages: readonly StageRow[]) => stages.filter(({ archived_at }) => archived_at === null)

interface StageTotals {
  readonly count: number
  readonly amount_cents: number
}

/** How many leads are in each stage, and the sum of their amounts, by the kept sums. */
export async function readStageTotals(tx: Tx): Promise<ReadonlyMap<string, StageTotals>> {
  const { rows } = await sql<StageTotals & { status: string }>`
    select status, sum(count)::bigint as count, sum(amount_cents)::bigint as amount_cents
    from lead_totals group by status`.execute(tx)
  return new Map(rows.map((row) => [row.status, row]))
}

/** The keys of those that can be deleted. */
export async function unusedStages(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select key from lead_stages where app.is_unused_stage(key)`.execute(tx)
  return rows.map(({ key }) => key)
}

/** What each stage is called in the language of the request. */
export async function readStageNames(tx: Tx): Promise<ReadonlyMap<string, string>> {
  return new Map((await readStages(tx)).map((row) => [row.key, nameIn(row)]))
}

/** The stage of new leads: the first one of the board. */
export async function firstStage(tx: Tx): Promise<string> {
  const [first] = onBoard(await readStages(tx))
  if (!first) throw new Error('a board has open stages')
  return first.key
}
