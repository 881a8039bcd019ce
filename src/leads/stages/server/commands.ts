import { everyone } from '#access/domain/audience.ts'
import { fieldRefusal, Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import { listChanges } from '#platform/domain/saved-list.ts'
import type { NewEvent } from '#platform/server/events/event-record.ts'
import { mergedList, writePlaces } from '#platform/server/saved-list.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { StagesForm, WrittenStage } from '../api/stages.ts'
import { inBoardOrder, maxOpenStages, mergeObstacle, type StageDraft, sameStage, stageErrors } from '../domain/stage-draft.ts'
import { isLost, isOpenStage, lostStages } from '../domain/stages.ts'
import { m } from '../messages/messages.ts'
import { draftOf } from './present.ts'
import { lockStages, readStageTotals, type StageRow } from './queries.ts'

const toColumns = (draft: StageDraft) => ({
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

const itemOf = (row: StageRow): WrittenStage => ({
  ...draftOf(row),
  key: row.key,
  archivedAt: row.archived_at?.toISOString() ?? null,
  mergedInto: row.merged_into,
})
const onBoard = ({ archivedAt }: WrittenStage) => archivedAt === null
const sameItem = (one: WrittenStage, other: WrittenStage) =>
  sameStage(one, other) && onBoard(one) === onBoard(other) && one.mergedInto === other.mergedInto

/** The fields of a stage that events tell, beside its key. */
const draftIn = ({ key: _key, archivedAt: _away, mergedInto: _into, ...draft }: WrittenStage): StageDraft => draft

/** What follows a stage that leaves the board. */
interface Merge {
  readonly key: string
  readonly into: string
  readonly leads: number
  readonly amountCents: number
  readonly fields: string[]
}

/**
 * Saves the whole list; the leads of a stage that leaves the board follow into another one after the commit
 * (`moveMergedLeads`). Refuses `stages_changed_meanwhile` where somebody else has changed the same since, or another number of
 * leads is in a stage that leaves, `stage_in_use` for one that is missing and a lead was in, and `stage_stays` where the board
 * would lack it.
 */
export async function saveStages(context: TransactionContext, { stages: wanted, expected: read }: StagesForm): Promise<Merge[]> {
  const rows = await lockStages(context.tx)
  const stored = rows.map(itemOf)
  const nameOf = ({ name }: WrittenStage) => name
  const rules = { path: 'stages', same: sameItem, nameOf, code: 'stages_changed_meanwhile' } as const
  const stages = mergedList<WrittenStage>({ read, wanted, stored }, rules)
  refuseErrors(stored, stages, wanted)
  await refuseOnTheWay(context, stored, stages)
  const { events, merged } = await writeStages(context, rows, stages)
  for (const { key, leads } of merged) {
    const seen = read.find((stage) => stage.key === key)?.leads
    if (seen !== undefined && seen !== leads) throw new Refusal('stages_changed_meanwhile', m.leadsMovedMeanwhile())
  }
  await context.recordEvents(events)
  return merged
}

/** Refuses what is wrong with the board that results, each error where it stands in the request. */
function refuseErrors(stored: readonly WrittenStage[], stages: readonly WrittenStage[], wanted: readonly WrittenStage[]): void {
  const board = stages.filter(onBoard)
  const { added, changed } = listChanges(stored, stages, sameItem)
  const pathOf = (key: string, field: string) => {
    const index = wanted.findIndex((stage) => stage.key === key)
    return index < 0 ? 'stages' : `stages.${index}.${field}`
  }
  for (const stage of [...added, ...changed.map(({ after }) => after)].filter(onBoard)) {
    const [error] = stageErrors(stage.key, stage, board)
    if (error) throw fieldRefusal(pathOf(stage.key, error.path), error.message)
  }
  const open = board.filter(({ key }) => isOpenStage(key))
  if (open.length > maxOpenStages) {
    const further = added.findLast(({ key }) => isOpenStage(key))
    throw fieldRefusal(further ? pathOf(further.key, 'key') : 'stages', m.tooManyOpen({ max: maxOpenStages }))
  }
  const keys = board.map(({ key }) => key)
  for (const stage of [...added, ...changed.map(({ after }) => after)]) {
    const { key, name, mergedInto: into } = stage
    const refuse = (message: string): never => {
      throw fieldRefusal(pathOf(key, 'mergedInto'), message)
    }
    if (onBoard(stage) && into !== null) refuse(m.onlyLeavingMerge({ name }))
    if (
      !leavesBoard(
        stored.find((each) => each.key === key),
        stage,
      )
    )
      continue
    const obstacle = mergeObstacle(key, into ?? key, [...keys.filter(isOpenStage), key])
    refuseUnless(into === null || obstacle === null, 'stage_stays', obstacle ?? '')
    if (into === null || !keys.includes(into)) refuse(m.mergeTargetMissing({ name }))
  }
  if (inBoardOrder(keys).join() !== keys.join()) throw fieldRefusal('stages', m.boardOrder())
}

/** Whether a stage leaves the board, or is sent somewhere else than it went. */
const leavesBoard = (before: WrittenStage | undefined, after: WrittenStage) =>
  !onBoard(after) && (!before || onBoard(before) || before.mergedInto !== after.mergedInto)

/** Refuses to change stages that leads are still on their way into, or out of, since a merge before. */
async function refuseOnTheWay({ tx }: TransactionContext, stored: readonly WrittenStage[], stages: readonly WrittenStage[]) {
  const totals = await readStageTotals(tx)
  const left = stored.filter((stage) => !onBoard(stage) && (totals.get(stage.key)?.count ?? 0) > 0)
  for (const { key, mergedInto, name } of left) {
    const isMoved = (each: WrittenStage) => {
      const before = stored.find((stage) => stage.key === each.key)
      return before !== undefined && onBoard(before) !== onBoard(each)
    }
    const isConcerned = stages.some((stage) => (stage.key === key || stage.key === mergedInto) && isMoved(stage))
    refuseUnless(!isConcerned, 'stages_changed_meanwhile', m.leadsOnTheirWay({ name }))
  }
}

/**
 * Makes these the stages of the board, in their order; others, in which no lead may be, are merged into the first one of their
 * kind. It records nothing: the import of a programme does.
 */
export async function replaceStages(
  context: TransactionContext,
  stages: readonly (StageDraft & { readonly key: string })[],
): Promise<void> {
  const rows = await lockStages(context.tx)
  const archivedAt = context.now.toISOString()
  const away = (key: string) => ({ archivedAt, mergedInto: isLost(key) ? lostStages[0] : (stages[0]?.key ?? null) })
  const others = rows.map(itemOf).filter(({ key }) => !stages.some((stage) => stage.key === key))
  await writeStages(context, rows, [
    ...stages.map((stage) => ({ ...stage, archivedAt: null, mergedInto: null })),
    ...others.map((stage) => (onBoard(stage) ? { ...stage, ...away(stage.key) } : stage)),
  ])
}

/** Writes what differs, under the lock of the list: the events that tell it, and what follows the stages that leave the board. */
async function writeStages(
  context: TransactionContext,
  rows: readonly StageRow[],
  stages: readonly WrittenStage[],
): Promise<{ events: NewEvent[]; merged: Merge[] }> {
  const { tx, now } = context
  const { added, changed, removed, order } = listChanges(rows.map(itemOf), stages, sameItem)
  const events: NewEvent[] = []
  const merged: Merge[] = []
  if (removed.length > 0) {
    const keys = removed.map(({ key }) => key)
    // No lead enters them from here on.
    await tx.selectFrom('lead_stages').select('key').where('key', 'in', keys).forUpdate().execute()
  }
  for (const stage of removed) {
    const { key, name } = stage
    // The policy leaves one that is used.
    const { numDeletedRows } = await tx.deleteFrom('lead_stages').where('key', '=', key).executeTakeFirstOrThrow()
    refuseUnless(numDeletedRows > 0n, 'stage_in_use', m.stageInUse({ name }))
    events.push({ name: 'stage.deleted', ...aboutAll, before: { key, ...draftIn(stage) } })
  }
  for (const stage of added) {
    const { key } = stage
    const place = rows.length + stages.indexOf(stage) + 1
    const values = { key, ...toColumns(stage), place, changed_at: now }
    await tx.insertInto('lead_stages').values(values).execute()
    events.push({ name: 'stage.added', ...aboutAll, after: { key, ...draftIn(stage) } })
  }
  const atOnce = added.filter((stage) => !onBoard(stage)).map((after) => ({ before: { ...after, archivedAt: null }, after }))
  for (const { before, after } of [...changed, ...atOnce]) {
    const { key } = after
    const leaves = leavesBoard(before, after)
    const comesBack = onBoard(after) && !onBoard(before)
    const moved = leaves || comesBack ? { archived_at: leaves ? now : null, merged_into: after.mergedInto } : {}
    await tx
      .updateTable('lead_stages')
      .set({ ...toColumns(after), ...moved, changed_at: now })
      .where('key', '=', key)
      .execute()
    const draft = draftIn(after)
    if (comesBack) events.push({ name: 'stage.added', ...aboutAll, after: { key, ...draft } })
    else if (!sameStage(before, after))
      events.push({ name: 'stage.changed', ...aboutAll, before: { key, ...draftIn(before) }, after: { key, ...draft } })
    if (leaves && after.mergedInto) merged.push(await mergeStage(context, key, after.mergedInto))
  }
  await writePlaces(
    tx,
    'lead_stages',
    [...stages.filter(onBoard), ...stages.filter((stage) => !onBoard(stage))].map(({ key }) => key),
  )
  for (const { key, into, leads } of merged)
    events.push({ name: 'stage.merged', ...aboutAll, before: { key, leads }, after: { key: into } })
  if (order) events.push({ name: 'stages.reordered', ...aboutAll, before: { keys: order.before }, after: { keys: order.after } })
  return { events, merged }
}

/** Lets what belongs to a stage that leaves the board follow into another one of it. */
async function mergeStage({ tx }: TransactionContext, key: string, into: string): Promise<Merge> {
  const { count: leads = 0, amount_cents: amountCents = 0 } = (await readStageTotals(tx)).get(key) ?? {}
  // What a field was required from is required from the other stage on.
  const required = tx.updateTable('lead_fields').set({ required_from: into }).where('required_from', '=', key).returning('key')
  return { key, into, leads, amountCents, fields: (await required.execute()).map((field) => field.key) }
}
