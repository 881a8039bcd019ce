import { isLost, isOpenStage, wonStage } from '#leads/stages/domain/stages.ts'

/** The key of a stage: staff keep the list of stages. */
export type LeadStatus = string

/** Effect of a move on the lead's commission. */
export type MoveEffect = 'none' | 'create_commission' | 'remove_commission'

/** Entering `signe` creates the commission, leaving it removes it. Any move is allowed. */
export function moveEffect(from: LeadStatus, to: LeadStatus): MoveEffect {
  if (from === to) return 'none'
  if (to === wonStage) return 'create_commission'
  if (from === wonStage) return 'remove_commission'
  return 'none'
}

/** Count and sum of the leads in one column. */
export interface LeadStatusStats {
  readonly status: LeadStatus
  readonly count: number
  readonly amountCents: number
}

/** What the totals ask of a stage. */
export interface CountedStage {
  readonly key: string
  readonly countsAsCall: boolean
}

/**
 * Totals for the stat cards, derived from the stats by status so that cards and board cannot disagree. `stages` are those of the
 * board in its order: a lead in an open stage after the first is in progress.
 */
export function leadStats(byStatus: readonly LeadStatusStats[], stages: readonly CountedStage[]) {
  const count = (matches: (key: string) => boolean) =>
    byStatus.filter(({ status }) => matches(status)).reduce((sum, column) => sum + column.count, 0)
  const first = stages[0]?.key
  const calls = stages.filter(({ countsAsCall }) => countsAsCall).map(({ key }) => key)
  return {
    total: count(() => true),
    inProgress: count((key) => isOpenStage(key) && key !== first),
    callsMade: count((key) => calls.includes(key) || key === wonStage),
    signed: count((key) => key === wonStage),
    lost: count(isLost),
    estimatedRevenueCents: byStatus.filter(({ status }) => !isLost(status)).reduce((sum, column) => sum + column.amountCents, 0),
  }
}

/** What a client answers when asked whether a partner has introduced them; `other`: yes, with somebody else. */
export const clientAnswers = ['yes', 'other', 'no', 'never'] as const
export type ClientAnswer = (typeof clientAnswers)[number]

/** What a client said of a lead: `left`, their details by a partner's link; `asked`, and no answer yet; else their answer. */
export const clientWords = ['left', 'asked', ...clientAnswers] as const
export type ClientWord = (typeof clientWords)[number]
