import type { PeriodName } from '#access/domain/personal-data.ts'
import { daysText, periodTexts } from '#people-data/register/domain/periods.ts'
import { tableLabel } from '#people-data/register/domain/table-labels.ts'
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
  readonly period: PeriodName
  /** How long that is; null for one that is not counted. */
  readonly days: number | null
  /** When the last of them goes; null while their period has not begun. */
  readonly until: string | null
}

/** How many rows of a table are deleted or emptied, and what stays of it by which law. */
export interface ErasureReport {
  readonly deleted: Readonly<Record<string, number>>
  readonly emptied: Readonly<Record<string, number>>
  readonly kept: readonly KeptRows[]
  /** In which its person reads; null where nobody knows. */
  readonly language: string | null
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

interface ErasedLead {
  readonly number: string | null
  readonly outcome: ErasureOutcome | null
  readonly soleTrader: boolean
  readonly hasCompany: boolean
}

/** Whether the name of a company stays, with the domain of its mail, and goes on being compared with other leads. */
export const keepsCompany = ({ outcome, soleTrader, hasCompany }: Omit<ErasedLead, 'number'>): boolean =>
  hasCompany && !soleTrader && outcome !== 'deleted'

const untilText = ({ period, days, until }: KeptRows, dayOf: (iso: string) => string) => {
  if (until) return m.until({ day: dayOf(until) })
  const { from } = periodTexts[period]
  return days === null ? from : m.lengthFrom({ length: daysText(days), from })
}

/** What stays of emptied leads, and which rows by which law until when. `dayOf` is how the reader's calendar calls a day. */
export const keptLines = (
  { leads, kept }: { readonly leads: readonly ErasedLead[]; readonly kept: readonly KeptRows[] },
  dayOf: (iso: string) => string,
): readonly string[] => [
  ...leads.flatMap((lead) => {
    if (lead.outcome !== 'emptied' || !lead.number) return []
    return m.leadKept({ number: lead.number, company: keepsCompany(lead) ? 'yes' : 'no', law: m.lawClaims() })
  }),
  ...kept.map((row) =>
    m.rowKept({
      table: tableLabel(row.table),
      count: row.rows,
      law: lawLabels[row.law] ?? row.law,
      until: untilText(row, dayOf),
    }),
  ),
]
