import type { Cents } from '#platform/domain/money.ts'
import type { AccountReport, BankEntry, BankTransaction, BookedBatch } from './bank-answer.ts'
import type { LineTracker, TrackedLine } from './line-states.ts'
import type { BatchNote, OtherMovement, UnknownReference } from './live-batch.ts'

/**
 * Applies booked debits, and credits that give them back, to the lines and batches that they name. Each payment of each entry is
 * in one list: with its line, with its batch, or among the others.
 */
export function reconcileEntries({ entries }: AccountReport, tracker: LineTracker) {
  const findings = new EntryFindings(tracker)
  // A payment and its return may be in one file, in any order.
  for (const direction of ['debit', 'credit'] as const) {
    for (const entry of entries) findings.read(entry, direction)
  }
  const { notes, unknown, others, credits } = findings
  return { notes, unknown, others, credits }
}

class EntryFindings {
  readonly notes: BatchNote[] = []
  readonly unknown: UnknownReference[] = []
  readonly others: OtherMovement[] = []
  readonly credits: BankEntry[] = []
  /** References of the entries in this file that paid a line: another one is a second debit. */
  private readonly paidBy = new Map<TrackedLine, string | null>()
  private readonly tracker: LineTracker

  constructor(tracker: LineTracker) {
    this.tracker = tracker
  }

  read(entry: BankEntry, direction: 'debit' | 'credit'): void {
    const transactions = entry.transactions.filter((each) => each.direction === direction)
    if (direction === entry.direction && this.readBatches(entry, transactions)) return
    const unstated = this.unstatedAmounts(entry)
    for (const transaction of transactions) this.readTransaction(transaction, entry, unstated)
  }

  /** Whether the entry is about batches: its payments name no line of their own, and each batch has something to say. */
  private readBatches(entry: BankEntry, transactions: readonly BankTransaction[]): boolean {
    const isReturn = transactions.length > 0 && transactions.every((each) => each.isReturn)
    if (entry.direction === 'debit' && isReturn) return false
    if (transactions.some(({ endToEndId }) => this.tracker.find({ endToEndId }))) return false
    const batches = this.batchesOf(entry, transactions)
    // Credits of batches that are not ours are clients' payments.
    const isOurs = entry.direction === 'debit' ? hasReference : (each: BookedBatch) => this.linesOf(each) !== undefined
    if (batches.length === 0 || !batches.every(isOurs)) return false
    for (const batch of batches) this.readBatch(batch, entry)
    return true
  }

  /** Batches that the entry names, as such or by a payment's reference to its group. */
  private batchesOf({ batches, amount }: BankEntry, transactions: readonly BankTransaction[]): BookedBatch[] {
    const [only] = transactions
    if (batches.length > 0 || transactions.length !== 1 || !only?.paymentInfoId) return [...batches]
    return [{ paymentInfoId: only.paymentInfoId, messageId: null, count: null, amount }]
  }

  private linesOf({ paymentInfoId, messageId }: BookedBatch): readonly TrackedLine[] | undefined {
    return this.tracker.batch(paymentInfoId) ?? this.tracker.batch(messageId)
  }

  private readBatch(batch: BookedBatch, entry: BankEntry): void {
    const { paymentInfoId, messageId, count, amount } = batch
    const batchId = this.tracker.batch(paymentInfoId) ? paymentInfoId : messageId
    const lines = this.linesOf(batch)
    const cents = amount?.cents ?? null
    if (batchId === null || !lines) {
      const reference = paymentInfoId ?? messageId
      if (reference !== null) this.unknown.push({ of: 'group', reference, cents })
      return
    }
    const debited = lines.filter(({ now }) => now !== 'rejected' && now !== 'withdrawn')
    const change =
      entry.direction === 'debit' ? { result: 'paid' as const } : { result: 'returned' as const, reasons: reasonsOf(entry) }
    const expected = { expectedCount: debited.length, expectedCents: sum(debited) }
    if (!entry.isBooked) this.notes.push({ messageId: batchId, note: 'pending', status: 'PDNG' })
    else if (amount && cents === null) {
      this.notes.push({ messageId: batchId, note: 'other_currency', currency: amount.currency })
    } else if (cents !== expected.expectedCents || (count !== null && count !== expected.expectedCount)) {
      this.notes.push({ messageId: batchId, note: 'difference', ...expected, statedCount: count, statedCents: cents })
    } else {
      for (const line of debited) this.tracker.apply(line, { ...change, on: entry.bookedOn })
    }
  }

  private readTransaction(transaction: BankTransaction, entry: BankEntry, unstated: ReadonlySet<BankTransaction>): void {
    const { endToEndId, amount, direction } = transaction
    const line = this.tracker.find({ endToEndId })
    // A reversed credit is no debit of ours, whatever id the bank repeats.
    if (!line || (direction === 'debit' && transaction.isReturn)) return this.readOther(transaction, entry)
    const stated = unstated.has(transaction) ? line.cents : (amount?.cents ?? null)
    if (amount && amount.cents === null) this.tracker.add(line, { result: 'other_currency', currency: amount.currency })
    else if (stated !== line.cents) {
      this.tracker.add(line, { result: 'difference', expectedCents: line.cents, statedCents: stated })
    } else if (!entry.isBooked) this.tracker.add(line, { result: 'pending', status: 'PDNG' })
    else if (direction === 'credit') {
      const reasons = transaction.returnReason ? [transaction.returnReason] : []
      this.tracker.apply(line, { result: 'returned', on: entry.bookedOn, reasons })
    } else this.readDebit(line, entry)
  }

  /** Credits that name no line are clients' payments, not answers, unless they give money back. */
  private readOther(payment: BankTransaction, entry: BankEntry): void {
    const { endToEndId, amount, direction, isReturn } = payment
    const cents = amount?.cents ?? null
    const list = (kind: OtherMovement['kind']) => this.others.push({ kind, on: entry.bookedOn, payment })
    if (!entry.isBooked) list('pending')
    else if (isReturn) list(direction === 'credit' ? 'returned' : 'reversed')
    else if (direction === 'credit' && cents !== null) this.credits.push({ ...entry, transactions: [payment] })
    else if (direction === 'credit') list('credit')
    else if (endToEndId !== null) this.unknown.push({ of: 'line', reference: endToEndId, cents })
    else list('debit')
  }

  private readDebit(line: TrackedLine, { reference, bookedOn }: BankEntry): void {
    const before = this.paidBy.get(line)
    if (before !== undefined && before !== reference) {
      this.tracker.add(line, { result: 'contradiction', state: 'paid', says: 'paid' })
      return
    }
    this.paidBy.set(line, reference)
    this.tracker.apply(line, { result: 'paid', on: bookedOn })
  }

  /** Payments of the entry without an amount of their own, if what the entry leaves for them is what their lines expect. */
  private unstatedAmounts({ transactions, amount }: BankEntry): ReadonlySet<BankTransaction> {
    const without = transactions.filter((each) => each.amount === null)
    const lines = without.map(({ endToEndId }) => this.tracker.find({ endToEndId })).filter((line) => line !== undefined)
    const stated = transactions.reduce((total, each) => total + (each.amount?.cents ?? 0), 0)
    const fits = lines.length === without.length && amount.cents === stated + sum(lines)
    return new Set(fits ? without : [])
  }
}

const hasReference = ({ paymentInfoId, messageId }: BookedBatch) => paymentInfoId !== null || messageId !== null

const reasonsOf = ({ transactions }: BankEntry) => transactions.flatMap(({ returnReason }) => returnReason ?? []).slice(0, 1)

function sum(lines: readonly { readonly cents: Cents }[]): Cents {
  return lines.reduce((total, { cents }) => total + cents, 0)
}
