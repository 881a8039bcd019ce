import { reasonText } from '#money/rules/domain/reason-text.ts'
import { dayText } from '#platform/domain/day-text.ts'
import { documentReading, inLanguageOf } from '#platform/domain/languages.ts'
import { formatEurosExact, percentText } from '#platform/domain/money.ts'
import { m } from '../messages/messages.ts'
import { defaultTerms, type Invoice, type InvoiceLine, type LineSubject } from './invoice.ts'

/** UNTDID 4451 codes of the notes that French invoices carry (BR-FR-05): fee, penalties, discount, kind of flow, VAT. */
export type NoteCode = 'PMT' | 'PMD' | 'AAB' | 'BAR' | 'TXD'

export interface InvoiceNote {
  readonly code: NoteCode | null
  readonly text: string
}

export const selfBillingMention = m.selfBillingMention

/** How an invoice is paid, without the account: whoever may open a document would read it. */
export const agreedAccount = m.agreedAccount

interface Exemption {
  readonly text: string
  /** It is one of the VATEX list. */
  readonly code: string
}

/** Why no VAT is charged; null if VAT is charged. */
export function exemptionOf({ vatCase }: Pick<Invoice, 'vatCase'>): Exemption | null {
  if (vatCase === 'standard') return null
  if (vatCase === 'franchise') return { text: m.franchiseMention(), code: 'VATEX-FR-FRANCHISE' }
  return { text: m.reverseChargeMention(), code: 'VATEX-EU-AE' }
}

/** Names the author of the document and the mandate that allows it. */
export function drawnUpFor({ buyer, seller, mandate }: Pick<Invoice, 'buyer' | 'seller' | 'mandate'>): string {
  const { reference, signedOn } = mandate
  return m.issuedFor({ buyer: buyer.legalName, seller: seller.legalName, reference, signedOn: dayText(signedOn) })
}

/** The usual terms are said in the language of the document, others as they were written. */
function penaltyNote({ penaltyRate }: Invoice['terms']): string {
  return m.penaltyMention({ rate: penaltyRate === defaultTerms.penaltyRate ? m.statutoryPenaltyRate() : penaltyRate })
}

const discountNote = ({ discount }: Invoice['terms']) => (discount ? m.discountMention({ discount }) : m.noDiscountMention())

/** What a line of a document says: what it is about, or the words of an earlier release. */
export function lineText({ subject, description }: Pick<InvoiceLine, 'subject' | 'description'>): string {
  return subject ? subjectText(subject) : description
}

function subjectText(subject: LineSubject): string {
  switch (subject.kind) {
    case 'commission': {
      const { client, revenueCents, ratePercent, isReduced } = subject
      const values = { client, revenue: formatEurosExact(revenueCents), rate: percentText(ratePercent) }
      return isReduced ? m.reducedCommissionLine(values) : m.commissionLine(values)
    }
    case 'earned': {
      const { client, reason, isReduced } = subject
      const values = { client, arithmetic: reasonText(reason, subject) }
      return isReduced ? m.reducedEarnedLine(values) : m.earnedLine(values)
    }
    case 'clawback':
      return m.clawbackLine({ client: subject.client, reason: subject.reason })
    case 'reversal':
      return m.reversalLine({ number: subject.number, line: lineText(subject.of) })
  }
}

/** What a line says in French, which the XML has whatever the language of the pages. */
export const describedLine = (subject: LineSubject) => ({
  subject,
  description: inLanguageOf(documentReading('fr'), () => subjectText(subject)),
})

/** How a platform treats the document (BR-FR-20). */
function treatment({ archiveOnly, seller }: Invoice): string {
  if (archiveOnly) return 'ARCHIVEONLY'
  return seller.address.country === 'FR' ? 'B2B' : 'B2BINT'
}

/** The notes of the XML, which has them in French; the PDF prints them in the language of who gets it. */
export function invoiceNotes(invoice: Invoice): InvoiceNote[] {
  const exemption = exemptionOf(invoice)
  return [
    { code: 'PMT', text: m.recoveryFeeMention({ fee: formatEurosExact(invoice.terms.recoveryFeeCents) }) },
    { code: 'PMD', text: penaltyNote(invoice.terms) },
    { code: 'AAB', text: discountNote(invoice.terms) },
    { code: 'BAR', text: treatment(invoice) },
    ...(exemption ? [{ code: 'TXD' as const, text: exemption.text }] : []),
    { code: null, text: selfBillingMention() },
    { code: null, text: drawnUpFor(invoice) },
    { code: null, text: m.serviceMention() },
    ...(invoice.vatOnDebits ? [{ code: null, text: m.vatOnDebitsMention() }] : []),
  ]
}
