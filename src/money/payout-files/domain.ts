import { texts } from '#platform/domain/languages.ts'
import { m } from './messages/messages.ts'

/** What is shown of a file: it follows from its lines. `rejected`: nothing of it was paid, and nothing can be any more. */
export const payoutFileStates = ['sent', 'partly_paid', 'paid', 'rejected', 'withdrawn'] as const
export type PayoutFileState = (typeof payoutFileStates)[number]

export const payoutFileStateLabels: Readonly<Record<PayoutFileState, string>> = texts({
  sent: m.fileSent,
  partly_paid: m.partlyPaid,
  paid: m.filePaid,
  rejected: m.fileRejected,
  withdrawn: m.withdrawn,
})

interface LineCounts {
  readonly isWithdrawn: boolean
  /** Lines that are under way. */
  readonly live: number
  readonly paid: number
}

export function payoutFileState({ isWithdrawn, live, paid }: LineCounts): PayoutFileState {
  if (isWithdrawn) return 'withdrawn'
  if (live > 0) return paid > 0 ? 'partly_paid' : 'sent'
  return paid > 0 ? 'paid' : 'rejected'
}

/** 'PAY-2026-11', the series in which files of a month are numbered; the day as 'YYYY-MM-DD'. */
export function payoutFileSeries(day: string): string {
  return `PAY-${day.slice(0, 7)}`
}

/** 'REL-2026-11-0001', then 'REL-2026-11-0001-2': each attempt to pay a statement has its own. Attempts count from 1. */
export function endToEndIdOf(statement: string, attempt: number): string {
  return attempt === 1 ? statement : `${statement}-${attempt}`
}
