import type { Cents } from '#platform/domain/money.ts'

/** Leaves room in a payment's reference for the day that tells parts of one invoice apart. */
export const maxInvoiceNumberLength = 20

/** What was received on an invoice, in net amounts; `totalCents` is null where only the net was recorded. */
export interface ReceivedPart {
  readonly netCents: Cents
  readonly totalCents: Cents | null
}

interface InvoiceAmounts {
  readonly netCents: Cents
  /** VAT included. */
  readonly totalCents: Cents
}

/** What is still open: the whole net and its total, less what was received. Never negative. */
export function openPart(invoice: InvoiceAmounts, received: readonly ReceivedPart[]): InvoiceAmounts {
  const netCents = received.reduce((left, part) => left - part.netCents, invoice.netCents)
  const totalCents = received.reduce(
    (left, part) => left - (part.totalCents ?? proportion(part.netCents, invoice.totalCents, invoice.netCents)),
    invoice.totalCents,
  )
  // What was rounded cannot leave a cent that nobody owes.
  return netCents <= 0 ? { netCents: 0, totalCents: 0 } : { netCents, totalCents: Math.max(totalCents, 0) }
}

/**
 * What an amount received, VAT included, means net of VAT: all that is open if it pays all of it; a part in proportion to the
 * invoice, rounded half up, and never more than what is open. Null if it is more than what is open.
 */
export function netOfReceived(receivedCents: Cents, invoice: InvoiceAmounts, open: InvoiceAmounts): Cents | null {
  if (receivedCents > open.totalCents) return null
  if (receivedCents === open.totalCents) return open.netCents
  return Math.min(proportion(receivedCents, invoice.netCents, invoice.totalCents), open.netCents)
}

/** `part × of / whole`, rounded half up to the cent. */
function proportion(part: Cents, of: Cents, whole: Cents): Cents {
  return Number((2n * BigInt(part) * BigInt(of) + BigInt(whole)) / (2n * BigInt(whole)))
}

/**
 * The reference of a client payment that a credit pays on an invoice: the number for the whole of it, with the day for a part,
 * counted on a day with several. The same credit has the same reference in every file that holds it, so it is recorded once.
 */
export function paymentReference(number: string, { isWhole, day, nth }: { isWhole: boolean; day: string; nth: number }): string {
  if (isWhole) return number
  return nth === 1 ? `${number} ${day}` : `${number} ${day} ${nth}`
}
