import { texts } from '#platform/domain/languages.ts'
import { m } from './messages/messages.ts'

/** How long an erasure may wait, in days: until then it can be stopped. */
export const maxErasureDays = 14
/** An erasure that is late by more days is asked about first: the clock may be ahead, or the portal was off. */
export const lateAfterDays = 7

const dayMs = 86_400_000

export const erasureStates = ['planned', 'late', 'stopped', 'under_way', 'done'] as const
export type ErasureState = (typeof erasureStates)[number]

interface Dates {
  readonly dueAt: Date
  readonly stoppedAt: Date | null
  readonly listedAt: Date | null
  readonly doneAt: Date | null
}

export const dueOn = (planned: Date, days: number) => new Date(planned.getTime() + days * dayMs)

export const isLate = (dueAt: Date, now: Date) => now.getTime() - dueAt.getTime() > lateAfterDays * dayMs

export function erasureState({ dueAt, stoppedAt, listedAt, doneAt }: Dates, now: Date): ErasureState {
  if (doneAt) return 'done'
  if (stoppedAt) return 'stopped'
  if (listedAt) return 'under_way'
  return isLate(dueAt, now) ? 'late' : 'planned'
}

/** What hangs on a lead, so that it is emptied and not deleted. */
export const leadHolds = ['money', 'share', 'dispute', 'protection', 'conflict'] as const
export type LeadHold = (typeof leadHolds)[number]

/** What becomes of an erased lead, and of a text that may name its client. */
export const erasureOutcomes = ['deleted', 'emptied'] as const
export type ErasureOutcome = (typeof erasureOutcomes)[number]
export const mentionDecisions = ['keep', 'empty'] as const
export type MentionDecision = (typeof mentionDecisions)[number]

/** Rows that stay, by which law, until which period is over. */
export interface KeptRows {
  readonly table: string
  readonly rows: number
  readonly law: string
  readonly period: string
}

/** How many rows of a table are deleted or emptied, and what stays of it by which law. */
export interface ErasureReport {
  readonly deleted: Readonly<Record<string, number>>
  readonly emptied: Readonly<Record<string, number>>
  readonly kept: readonly KeptRows[]
}

/** How an erased lead is told from others, by nothing that is of its client: '3F2A'. */
export const erasedCode = (leadId: string) => leadId.replaceAll('-', '').slice(-4).toUpperCase()

/** What keeps something from an erasure. */
export const lawLabels: Readonly<Record<string, string>> = texts({
  books: m.lawBooks,
  tax: m.lawTax,
  contract: m.lawContract,
  vigilance: m.lawVigilance,
  claims: m.lawClaims,
  accountability: m.lawAccountability,
})
