import { type InferResult, sql } from 'kysely'
import { nameIn } from '#platform/domain/names.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { keptQuery } from '#platform/server/db/kept-query.ts'

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

/** The same, locked: no other change of stages happens meanwhile, while leads can still move. */
export const lockStages = (tx: Tx): Promise<StageRow[]> => inOrder(tx).forNoKeyUpdate().execute()

/** The stages of the board, in its order. */
export const onBoard = (stages: readonly StageRow[]) => stages.filter(({ archived_at }) => archived_at === null)

/** How many leads are in each stage, by the kept sums. */
export async function countLeadsByStage(tx: Tx): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, sum(count) as count from lead_totals group by status`.execute(tx)
  return new Map(rows.map(({ status, count }) => [status, Number(count)]))
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
