import type { VatCase } from '#money/billing/domain/vat.ts'
import {
  type BusinessParty,
  defaultTerms,
  type Invoice,
  type InvoiceLine,
  type IsoDay,
  invoiceDueDays,
} from '#money/documents/domain/invoice.ts'
import { describedLine } from '#money/documents/domain/invoice-wording.ts'
import type { StoredReason } from '#money/rules/domain/stored-lines.ts'
import type { DocumentLine, PlannedDocument } from '../domain/payout-documents.ts'
import type { Issuer, MandateInForce } from './issuer-queries.ts'

/** A commission as a line of an invoice names it. */
export interface InvoicedCommission {
  readonly client: string
  readonly description: string
  readonly revenueCents: number
  readonly ratePercent: number
  /** Its arithmetic, where that is not the revenue at the rate. */
  readonly reason?: StoredReason | null
  readonly amountCents?: number
}

interface Issued {
  readonly number: string
  readonly day: IsoDay
  readonly mandate: MandateInForce
}

/** Everything of an invoice that a payout decides. */
export interface InvoiceFacts extends Issued {
  readonly buyer: BusinessParty
  readonly service: Invoice['service']
}

const later = (day: IsoDay, days: number): IsoDay =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const mandateFacts = ({ reference, signedOn }: MandateInForce) => ({ reference, signedOn })

function buildLine({ commission, reduced, netCents }: DocumentLine<InvoicedCommission>, vatRate: number): InvoiceLine {
  const { client, revenueCents, ratePercent, reason, amountCents = 0 } = commission
  const isReduced = reduced.length > 0
  if (reason) {
    const subject = { kind: 'earned', client, revenueCents, amountCents, reason, isReduced } as const
    return { ...describedLine(subject), netCents, vatRate }
  }
  return { ...describedLine({ kind: 'commission', client, revenueCents, ratePercent, isReduced }), netCents, vatRate }
}

function buildCreditLine({ commission, netCents }: DocumentLine<InvoicedCommission>, vatRate: number): InvoiceLine {
  const { client, description: reason } = commission
  return { ...describedLine({ kind: 'clawback', client, reason }), netCents, vatRate }
}

/** The self-billed invoice (389) of a payout, without the account. */
export function buildInvoice(
  { lines, vatRate, vatCase }: PlannedDocument<InvoicedCommission>,
  { seller }: Pick<Issuer, 'seller'>,
  { number, day, mandate, buyer, service }: InvoiceFacts,
): Invoice {
  return {
    type: '389',
    number,
    issueDate: day,
    service,
    dueDate: later(day, invoiceDueDays),
    seller,
    buyer,
    lines: lines.map((line) => buildLine(line, vatRate)),
    vatCase: vatCase as VatCase,
    vatOnDebits: false,
    mandate: mandateFacts(mandate),
    terms: defaultTerms,
    corrects: null,
  }
}

/** A credit note (261) for clawbacks: the supplier, its VAT and the services are those of the invoice that it corrects. */
export function buildCreditNote(
  { lines, vatRate }: PlannedDocument<InvoicedCommission>,
  corrected: Invoice,
  { number, day, mandate, buyer }: Pick<InvoiceFacts, 'number' | 'day' | 'mandate' | 'buyer'>,
): Invoice {
  return {
    ...corrected,
    ...credit(corrected, { number, day, mandate }),
    buyer,
    lines: lines.map((line) => buildCreditLine(line, vatRate)),
  }
}

const credit = ({ number, issueDate }: Invoice, issued: Issued) => ({
  type: '261' as const,
  number: issued.number,
  issueDate: issued.day,
  dueDate: issued.day,
  mandate: mandateFacts(issued.mandate),
  corrects: { number, issueDate },
})

/** An invoice that was void, drawn up anew with the parties as they are now. */
export function renewInvoice(
  issued: Invoice,
  { number, day, mandate }: Issued,
  parties: Pick<Invoice, 'seller' | 'buyer'>,
): Invoice {
  return {
    ...issued,
    ...parties,
    number,
    issueDate: day,
    dueDate: later(day, invoiceDueDays),
    mandate: mandateFacts(mandate),
    corrects: null,
  }
}

/** What takes a document of a cancelled payout back, line by line: an invoice by a credit note, a credit note by an invoice. */
export function buildReversal(issued: Invoice, { number, day, mandate }: Issued): Invoice {
  const lines = issued.lines.map(({ description, subject, ...sums }) => {
    const of = { description, ...(subject ? { subject } : {}) }
    return { ...describedLine({ kind: 'reversal', number: issued.number, of }), ...sums }
  })
  if (issued.type === '389') return { ...issued, ...credit(issued, { number, day, mandate }), lines }
  return {
    ...issued,
    type: '389',
    number,
    issueDate: day,
    dueDate: later(day, invoiceDueDays),
    mandate: mandateFacts(mandate),
    corrects: null,
    lines,
  }
}
