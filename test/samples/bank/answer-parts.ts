import type {
  AccountReport,
  BankEntry,
  BankReason,
  BankTransaction,
  StatusLine,
  StatusReport,
} from '#money/bank-files/domain/bank-answer.ts'
import type { LineOutcome, LineState, LiveBatch } from '#money/bank-files/domain/live-batch.ts'
import { reconcile } from '#money/bank-files/domain/reconcile.ts'

/** A file of lines of 10, 20, 30 … euros. */
export const batch = (...states: LineState[]): LiveBatch => ({
  messageId: 'PAY-1',
  lines: states.map((state, index) => ({
    endToEndId: `E${index + 1}`,
    instructionId: `I${index + 1}`,
    cents: 1000 * (index + 1),
    state,
  })),
})

const about = { isKnownVersion: true, messageId: 'BANK-1', createdOn: '2026-12-01', sender: null, period: null }
export const euros = (cents: number) => ({ currency: 'EUR', cents })

export const report = (parts: Partial<StatusReport>): StatusReport => ({
  kind: 'status_report',
  version: 'pain.002.001.10',
  ...about,
  originalMessageId: 'PAY-1',
  status: null,
  reasons: [],
  groups: [],
  lines: [],
  ...parts,
})

export const line = (endToEndId: string | null, status: string, parts: Partial<StatusLine> = {}): StatusLine => ({
  paymentInfoId: 'PAY-1',
  instructionId: null,
  endToEndId,
  status,
  reasons: [],
  amount: null,
  ...parts,
})

/** A report on lines of a file, which stand in its one group. */
export const groupReport = (originalMessageId: string, status: string, lines: readonly StatusLine[]): StatusReport =>
  report({
    originalMessageId,
    status,
    groups: [{ paymentInfoId: originalMessageId, status: null, reasons: [] }],
    lines: lines.map((each) => ({ ...each, paymentInfoId: originalMessageId })),
  })

export const payment = (endToEndId: string | null, parts: Partial<BankTransaction> = {}): BankTransaction => ({
  direction: 'debit',
  amount: euros(1000),
  endToEndId,
  paymentInfoId: null,
  isReturn: false,
  returnReason: null,
  party: null,
  texts: [],
  references: [],
  ...parts,
})

export const entry = (transactions: readonly BankTransaction[], parts: Partial<BankEntry> = {}): BankEntry => ({
  account: 'DE89370400440532013000',
  reference: 'R1',
  direction: 'debit',
  isBooked: true,
  bookedOn: '2026-12-01',
  batches: [],
  amount: euros(transactions.reduce((sum, { amount }) => sum + (amount?.cents ?? 0), 0)),
  transactions,
  ...parts,
})

/** A booked debit of one transfer. */
export const debit = (endToEndId: string, cents: number, bookedOn: string): BankEntry =>
  entry([payment(endToEndId, { amount: euros(cents) })], { bookedOn, reference: `R-${endToEndId}` })

/** A booked credit of a client's. */
export const credit = (cents: number, text: string, bookedOn: string, reference: string): BankEntry =>
  entry([payment(null, { direction: 'credit', amount: euros(cents), texts: [text], party: 'CLIENT' })], {
    direction: 'credit',
    bookedOn,
    reference,
  })

export const statement = (...entries: BankEntry[]): AccountReport => ({
  kind: 'account_report',
  version: 'camt.053.001.08',
  ...about,
  entries,
})

/** What is said of each line, in short. */
export function outcomes(answer: StatusReport | AccountReport, ...batches: LiveBatch[]): Record<string, LineOutcome[]> {
  const all: Record<string, LineOutcome[]> = {}
  for (const { endToEndId, outcome } of reconcile(answer, batches).lines) all[endToEndId] = [...(all[endToEndId] ?? []), outcome]
  return all
}

export const accepted = (status: string, isSettled = false) => [{ result: 'accepted', status, isSettled }]
export const paid = (on = '2026-12-01') => ({ result: 'paid', on })
export const closed: BankReason = { code: 'AC04', info: [] }
