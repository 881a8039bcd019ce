import { texts } from '#platform/domain/languages.ts'
import { type Names, sameNames } from '#platform/domain/names.ts'
import type { FieldError } from '#platform/domain/refusal.ts'
import { m } from '../messages/messages.ts'
import { kindOfStage, lostStages, type StageAsks, type StageColour, type StagePassage, wonStage } from './stages.ts'

export const stageNameMax = 30
export const minOpenStages = 2
export const maxOpenStages = 8
/** A list that is saved has those that are archived, too. */
export const maxStages = 200
export const maxStaleDays = 365

/** A stage being edited. Its key, place and whether it is archived are changed apart. */
export interface StageDraft extends StagePassage {
  readonly name: string
  readonly names: Names
  readonly colour: StageColour
  readonly countsAsCall: boolean
  readonly asks: StageAsks | null
  /** Days in it after which a lead counts as stale; null: it never does. */
  readonly staleAfterDays: number | null
}

export const stageMessages = texts({
  name: m.nameMissing,
  nameTwice: m.nameTwice,
  openOnly: m.openOnly,
  nobodyEnters: m.nobodyEnters,
  nobodyLeaves: m.nobodyLeaves,
  days: m.daysUnfit,
})

interface NamedStage {
  readonly key: string
  readonly name: string
}

const folded = (name: string) => name.trim().toLocaleLowerCase('fr')

/** What is wrong with a draft of the stage `key` beside the other stages of the board, each at the field to correct. */
export function stageErrors(key: string, draft: StageDraft, others: readonly NamedStage[]): FieldError[] {
  const errors: FieldError[] = []
  const at = (path: keyof StageDraft, message: string) => errors.push({ path, message })
  if (others.some((other) => other.key !== key && folded(other.name) === folded(draft.name))) at('name', stageMessages.nameTwice)
  if (kindOfStage(key) !== 'open') {
    if (draft.asks !== null) at('asks', stageMessages.openOnly)
    if (draft.staleAfterDays !== null) at('staleAfterDays', stageMessages.openOnly)
    if (draft.countsAsCall) at('countsAsCall', stageMessages.openOnly)
  }
  // A lead that nobody can move is in a trap; one that nobody can win makes no commission.
  if (!draft.partnerEnters && !draft.staffEnters) at('staffEnters', stageMessages.nobodyEnters)
  if (kindOfStage(key) === 'open' && !draft.partnerLeaves && !draft.staffLeaves) at('staffLeaves', stageMessages.nobodyLeaves)
  return errors
}

const fields = [
  ...(['name', 'colour', 'countsAsCall', 'asks', 'staleAfterDays'] as const),
  ...(['partnerEnters', 'partnerLeaves', 'staffEnters', 'staffLeaves'] as const),
] as const

/** Whether two drafts are equal; detects concurrent edits. */
export const sameStage = (one: StageDraft, other: StageDraft) =>
  fields.every((field) => one[field] === other[field]) && sameNames(one.names, other.names)

/** The places of a board's stages: open ones first, then the won one, then the lost ones, each in the order that was chosen. */
export function inBoardOrder(keys: readonly string[]): string[] {
  const rank = (key: string) => ['open', 'won', 'lost'].indexOf(kindOfStage(key))
  return keys.toSorted((one, other) => rank(one) - rank(other))
}

/** Why the leads of a stage cannot go into another one, with these open ones on the board before it; null if they can. */
export function mergeObstacle(from: string, into: string, openKeys: readonly string[]): string | null {
  if (from === into) return m.mergeIntoItself()
  // Winning makes a commission for each lead: nobody does that in passing.
  if (into === wonStage || from === wonStage) return m.mergeWon()
  if (kindOfStage(from) === 'open' && openKeys.length <= minOpenStages) return m.tooFewOpen({ min: minOpenStages })
  if (from === lostStages[0]) return m.firstLostStays()
  if (kindOfStage(from) === 'lost' && kindOfStage(into) === 'open') return m.mergeLostIntoOpen()
  return null
}
