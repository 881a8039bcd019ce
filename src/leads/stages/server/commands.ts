import { everyone } from '#platform/domain/audience.ts'
import { refuseReservedKey } from '#platform/domain/keys.ts'
import { fieldRefusal, Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { StageForm } from '../api/stages.ts'
import {
  inBoardOrder,
  maxOpenStages,
  mergeObstacle,
  type StageDraft,
  sameStage,
  stageErrors,
  stageMessages,
} from '../domain/stage-draft.ts'
import { isOpenStage } from '../domain/stages.ts'
import { m } from '../messages/messages.ts'
import { draftOf } from './present.ts'
import { countLeadsByStage, lockStages, onBoard, type StageRow } from './queries.ts'

export const toColumns = (draft: StageDraft) => ({
  name: draft.name,
  names: JSON.stringify(draft.names),
  colour: draft.colour,
  counts_as_call: draft.countsAsCall,
  partner_enters: draft.partnerEnters,
  partner_leaves: draft.partnerLeaves,
  staff_enters: draft.staffEnters,
  staff_leaves: draft.staffLeaves,
  asks: draft.asks,
  stale_after_days: draft.staleAfterDays,
})

const aboutAll = { subjectId: null, audience: everyone } as const
const changedMeanwhile = () => new Refusal('stages_changed_meanwhile', m.stagesChangedMeanwhile())
const keysOf = (stages: readonly StageRow[]) => stages.map(({ key }) => key)
const isSame = (one: readonly string[], other: readonly string[]) => one.join() === other.join()

/** Every change of a stage locks the whole list first, in its order. */
async function lockStage({ tx }: TransactionContext, key: string): Promise<{ row: StageRow; board: StageRow[] }> {
  const board = onBoard(await lockStages(tx))
  const row = board.find((each) => each.key === key)
  if (!row) throw new Refusal('not_found', m.noSuchStage())
  return { row, board }
}

function refuseErrors(key: string, draft: StageDraft, board: readonly StageRow[]): void {
  const [error] = stageErrors(key, draft, board)
  if (error) throw fieldRefusal(error.path, error.message)
}

/** Writes the places of all stages: those of the board first, in their order, then those that are archived. */
async function place(context: TransactionContext, board: readonly string[], archived: readonly string[]): Promise<void> {
  for (const [index, key] of [...board, ...archived].entries()) {
    await context.tx
      .updateTable('lead_stages')
      .set({ place: index + 1 })
      .where('key', '=', key)
      .where('place', '<>', index + 1)
      .execute()
  }
}

/** Adds an open stage before the won one, or the second lost stage. */
export async function addStage(context: TransactionContext, { key, ...draft }: StageDraft & { key: string }): Promise<void> {
  const { tx, now } = context
  refuseReservedKey(key)
  const stages = await lockStages(tx)
  const board = onBoard(stages)
  if (stages.some((each) => each.key === key && each.archived_at === null)) throw fieldRefusal('key', stageMessages.keyTwice)
  // Its history would be told by another name.
  if (stages.some((each) => each.key === key && isOpenStage(key))) throw fieldRefusal('key', stageMessages.keyKept)
  if (isOpenStage(key) && board.filter((each) => isOpenStage(each.key)).length >= maxOpenStages) {
    throw fieldRefusal('key', m.tooManyOpen({ max: maxOpenStages }))
  }
  refuseErrors(key, draft, board)
  if (stages.some((each) => each.key === key)) {
    const values = { ...toColumns(draft), archived_at: null, merged_into: null, changed_at: now }
    await tx.updateTable('lead_stages').set(values).where('key', '=', key).execute()
  } else {
    const values = { key, ...toColumns(draft), place: stages.length + 1, changed_at: now }
    await tx.insertInto('lead_stages').values(values).execute()
  }
  const archived = keysOf(stages.filter((each) => each.archived_at !== null && each.key !== key))
  await place(context, inBoardOrder([...keysOf(board), key]), archived)
  await context.recordEvent({ name: 'stage.added', ...aboutAll, after: { key, ...draft } })
}

/** Changes a stage. Refuses `stages_changed_meanwhile` if it differs from `expected`. */
export async function changeStage(context: TransactionContext, key: string, { expected, ...draft }: StageForm): Promise<void> {
  const { row, board } = await lockStage(context, key)
  const before = draftOf(row)
  if (!sameStage(before, expected)) throw changedMeanwhile()
  refuseErrors(key, draft, board)
  if (sameStage(before, draft)) return
  await context.tx
    .updateTable('lead_stages')
    .set({ ...toColumns(draft), changed_at: context.now })
    .where('key', '=', key)
    .execute()
  await context.recordEvent({ name: 'stage.changed', ...aboutAll, before: { key, ...before }, after: { key, ...draft } })
}

/** Puts the stages of the board into another order. */
export async function orderStages(
  context: TransactionContext,
  { keys, expected }: { readonly keys: readonly string[]; readonly expected: readonly string[] },
): Promise<void> {
  const stages = await lockStages(context.tx)
  const before = keysOf(onBoard(stages))
  if (!isSame(before, expected) || !isSame(keys.toSorted(), before.toSorted())) throw changedMeanwhile()
  if (isSame(before, keys)) return
  if (!isSame(keys, inBoardOrder(keys))) throw fieldRefusal('keys', m.boardOrder())
  await place(context, keys, keysOf(stages.filter(({ archived_at }) => archived_at !== null)))
  await context.recordEvent({ name: 'stages.reordered', ...aboutAll, before: { keys: before }, after: { keys } })
}

/**
 * Puts a stage away; its leads follow into another one after the commit (`moveMergedLeads`). Refuses `stage_stays` where the
 * board would lack a stage, and `stages_changed_meanwhile` if not `leads` leads are in it.
 */
export async function mergeStage(
  context: TransactionContext,
  key: string,
  { into, leads }: { readonly into: string; readonly leads: number },
): Promise<void> {
  const { tx, now } = context
  const { board } = await lockStage(context, key)
  if (!board.some((each) => each.key === into)) throw fieldRefusal('into', m.noSuchStage())
  const obstacle = mergeObstacle(key, into, keysOf(board).filter(isOpenStage))
  refuseUnless(obstacle === null, 'stage_stays', obstacle ?? '')
  if (((await countLeadsByStage(tx)).get(key) ?? 0) !== leads) throw changedMeanwhile()
  const values = { archived_at: now, merged_into: into, changed_at: now }
  await tx.updateTable('lead_stages').set(values).where('key', '=', key).execute()
  // What a field was required from is required from the other stage on.
  context.post(tx.updateTable('lead_fields').set({ required_from: into }).where('required_from', '=', key))
  await context.recordEvent({ name: 'stage.merged', ...aboutAll, before: { key, leads }, after: { key: into } })
}
