import { formatEurosExact } from '#platform/domain/money.ts'
import type { Invoice, IsoDay } from './invoice.ts'
import type { VatCase } from './vat.ts'

/** UNTDID 4451 codes of the notes that French invoices carry (BR-FR-05): fee, penalties, discount, kind of flow, VAT. */
export type NoteCode = 'PMT' | 'PMD' | 'AAB' | 'BAR' | 'TXD'

export interface InvoiceNote {
  readonly code: NoteCode | null
  readonly text: string
}

/** '2026-11-05' -> '05/11/2026' */
export const frenchDate = (day: IsoDay) => day.split('-').reverse().join('/')

export const selfBillingMention = 'Autofacturation'
export const operationCategory = 'Catégorie de l’opération : prestation de services'
export const vatOnDebitsMention = 'Option pour le paiement de la taxe d’après les débits'

/** How an invoice is paid, without the account: whoever may open a document would read it. */
export const agreedAccount = 'Virement sur le compte que le fournisseur a indiqué au client'

const exemptions: Readonly<Record<VatCase, { text: string; code: string } | null>> = {
  standard: null,
  franchise: { text: 'TVA non applicable, art. 293 B du CGI', code: 'VATEX-FR-FRANCHISE' },
  reverse_charge: {
    text: 'Autoliquidation (art. 283-2 du CGI, art. 196 de la directive 2006/112/CE)',
    code: 'VATEX-EU-AE',
  },
}

/** Why no VAT is charged, with its code of the VATEX list; null if VAT is charged. */
export const exemptionOf = ({ vatCase }: Pick<Invoice, 'vatCase'>) => exemptions[vatCase]

/** Names the author of the document and the mandate that allows it. */
export function drawnUpFor({ buyer, seller, mandate }: Pick<Invoice, 'buyer' | 'seller' | 'mandate'>): string {
  const { reference, signedOn } = mandate
  return (
    `Facture émise par ${buyer.legalName} au nom et pour le compte de ${seller.legalName} ` +
    `(mandat n° ${reference} du ${frenchDate(signedOn)})`
  )
}

const penaltyNote = ({ penaltyRate }: Invoice['terms']) => `Pénalités de retard : ${penaltyRate}.`

const feeNote = ({ recoveryFeeCents }: Invoice['terms']) =>
  `Indemnité forfaitaire pour frais de recouvrement en cas de retard de paiement : ${formatEurosExact(recoveryFeeCents)}.`

const discountNote = ({ discount }: Invoice['terms']) =>
  discount ? `Escompte : ${discount}.` : 'Pas d’escompte pour paiement anticipé.'

/** How a platform treats the document (BR-FR-20). */
function treatment({ archiveOnly, seller }: Invoice): string {
  if (archiveOnly) return 'ARCHIVEONLY'
  return seller.address.country === 'FR' ? 'B2B' : 'B2BINT'
}

/** The notes of the XML; the PDF prints the same texts. */
export function invoiceNotes(invoice: Invoice): InvoiceNote[] {
  const exemption = exemptionOf(invoice)
  return [
    { code: 'PMT', text: feeNote(invoice.terms) },
    { code: 'PMD', text: penaltyNote(invoice.terms) },
    { code: 'AAB', text: discountNote(invoice.terms) },
    { code: 'BAR', text: treatment(invoice) },
    ...(exemption ? [{ code: 'TXD' as const, text: exemption.text }] : []),
    { code: null, text: selfBillingMention },
    { code: null, text: drawnUpFor(invoice) },
    { code: null, text: operationCategory },
    ...(invoice.vatOnDebits ? [{ code: null, text: vatOnDebitsMention }] : []),
  ]
}
