import { texts } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'

/** The columns of the board, in order. */
export const leadStatuses = ['nouveau', 'premier_contact', 'call_effectue', 'signe', 'refuse'] as const
export type LeadStatus = (typeof leadStatuses)[number]

export const leadStatusLabels: Readonly<Record<LeadStatus, string>> = texts({
  nouveau: m.stageNew,
  premier_contact: m.stageInProgress,
  call_effectue: m.stageCall,
  signe: m.stageSigned,
  refuse: m.stageLost,
})

/** The language of the labels of the stages, where it is another one than the page's. */
export const stageLanguage = () => m.stageNew.lang

/** Effect of a move on the lead's commission. */
export type MoveEffect = 'none' | 'create_commission' | 'remove_commission'

/** Entering `signe` creates the commission, leaving it removes it. Any move is allowed. */
export function moveEffect(from: LeadStatus, to: LeadStatus): MoveEffect {
  if (from === to) return 'none'
  if (to === 'signe') return 'create_commission'
  if (from === 'signe') return 'remove_commission'
  return 'none'
}

/** Count and sum of the leads in one column. */
export interface LeadStatusStats {
  readonly status: LeadStatus
  readonly count: number
  readonly amountCents: number
}

/** Totals for the stat cards, derived from the stats by status so that cards and board cannot disagree. */
export function leadStats(byStatus: readonly LeadStatusStats[]) {
  const count = (...statuses: LeadStatus[]) =>
    byStatus.filter((column) => statuses.includes(column.status)).reduce((sum, column) => sum + column.count, 0)
  return {
    total: count(...leadStatuses),
    inProgress: count('premier_contact', 'call_effectue'),
    callsMade: count('call_effectue', 'signe'),
    signed: count('signe'),
    lost: count('refuse'),
    estimatedRevenueCents: byStatus
      .filter((column) => column.status !== 'refuse')
      .reduce((sum, column) => sum + column.amountCents, 0),
  }
}
