import { frenchVatRates } from '#money/billing/domain/vat.ts'
import type { BusinessParty, Invoice, PostalAddress } from '#money/documents/domain/invoice.ts'
import { sirenError, siretError } from '#platform/domain/company-numbers.ts'
import { isEuCountry, vatNumberError } from '#platform/domain/vat-numbers.ts'
import { m } from '../messages/messages.ts'

/** A compulsory mention that is missing or wrong. */
export interface MissingMention {
  readonly mention: keyof typeof mentionSources
  /** A sentence in French, which staff read. */
  readonly message: string
}

/**
 * Legal source of each mention. 'ann. II, 242 nonies A' is that article of annex II of the Code général des impôts, as amended
 * by decrees 2022-1033 and 2022-1299; BR-FR rules are those of the French CTC profile of EN 16931.
 */
export const mentionSources = {
  number: 'CGI ann. II, 242 nonies A, I 7° ; BR-FR-01 et 02',
  issue_date: 'CGI ann. II, 242 nonies A, I 6°',
  service_date: 'CGI ann. II, 242 nonies A, I 10°',
  due_date: 'Code de commerce, L441-9',
  seller_name: 'CGI ann. II, 242 nonies A, I 1°',
  seller_legal_form: 'Code de commerce, R123-238 et R526-27',
  seller_address: 'CGI ann. II, 242 nonies A, I 1°',
  seller_siren: 'CGI ann. II, 242 nonies A, I 1° ; BR-FR-10',
  seller_siret: 'BR-FR-09',
  seller_vat_number: 'CGI ann. II, 242 nonies A, I 2° et 4°',
  buyer_name: 'CGI ann. II, 242 nonies A, I 1°',
  buyer_address: 'CGI ann. II, 242 nonies A, I 1°',
  buyer_siren: 'CGI ann. II, 242 nonies A, I 1°',
  buyer_siret: 'BR-FR-09',
  buyer_vat_number: 'CGI ann. II, 242 nonies A, I 4°',
  lines: 'CGI ann. II, 242 nonies A, I 8°',
  vat: 'CGI ann. II, 242 nonies A, I 8°, 11° et 12° ; CGI art. 283-2 et 293 B ; BR-FR-16',
  mandate: 'CGI art. 289, I-2 ; ann. II, 242 nonies, I',
  penalties: 'Code de commerce, L441-10, II',
  recovery_fee: 'Code de commerce, L441-10, II et D441-5',
  corrected_invoice: 'CGI art. 289, I-5',
} as const satisfies Record<string, string>

/** Fixed by decree: article D441-5 of the Code de commerce. */
const recoveryFeeCents = 4000

type Report = (mention: MissingMention['mention'], message: string | null | false) => void

const isBlank = (text: string) => text.trim() === ''

function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

const isComplete = ({ line1, postcode, city, country }: PostalAddress) =>
  ![line1, city].some(isBlank) && /^[A-Z]{2}$/.test(country) && (country !== 'FR' || /^\d{5}$/.test(postcode))

/** Mentions that are missing or wrong; an invoice may be issued only if there are none. */
export function checkInvoice(invoice: Invoice): MissingMention[] {
  const missing: MissingMention[] = []
  const report: Report = (mention, message) => {
    if (message) missing.push({ mention, message })
  }
  checkDates(invoice, report)
  checkParty(invoice.seller, 'seller', report)
  checkParty(invoice.buyer, 'buyer', report)
  checkLines(invoice, report)
  checkVat(invoice, report)
  checkTerms(invoice, report)
  return missing
}

function checkDates({ number, type, issueDate, dueDate, service, mandate, corrects }: Invoice, report: Report): void {
  report('number', !/^[A-Za-z0-9/_+-]{1,35}$/.test(number) && m.numberWrong())
  report('issue_date', !isDay(issueDate) && m.issueDateMissing())
  const period = isDay(service.from) && isDay(service.to) && service.from <= service.to
  report('service_date', !period && m.servicePeriodWrong())
  report('due_date', !(isDay(dueDate) && dueDate >= issueDate) && m.dueDateWrong())
  report('mandate', isBlank(mandate.reference) && m.mandateReferenceMissing())
  const prior = isDay(mandate.signedOn) && mandate.signedOn <= issueDate
  report('mandate', !prior && m.mandateSignedLater())
  if (type === '389') return report('corrected_invoice', corrects !== null && m.invoiceCorrectsInvoice())
  const known = corrects !== null && !isBlank(corrects.number) && isDay(corrects.issueDate)
  report('corrected_invoice', !known && m.creditNoteWithoutInvoice())
  report('corrected_invoice', known && corrects.issueDate > issueDate && m.creditNoteTooEarly())
}

function checkParty(party: BusinessParty, role: 'seller' | 'buyer', report: Report): void {
  const { address, siren, siret, vatNumber } = party
  report(`${role}_name`, isBlank(party.legalName) && m.nameMissing({ party: role }))
  report(`${role}_address`, !isComplete(address) && m.addressIncomplete({ party: role }))
  if (vatNumber !== null) {
    const error = vatNumberError(vatNumber, address.country, siren)
    report(`${role}_vat_number`, error && m.vatNumberProblem({ party: role, error }))
  }
  if (address.country !== 'FR') return
  const sirenProblem = siren === null ? m.isMissing() : sirenError(siren)
  report(`${role}_siren`, sirenProblem && m.sirenProblem({ party: role, error: sirenProblem }))
  const siretProblem = siret === null ? null : siretError(siret, siren)
  report(`${role}_siret`, siretProblem && m.siretProblem({ party: role, error: siretProblem }))
  if (role === 'seller') report('seller_legal_form', isBlank(party.legalForm) && m.legalFormMissing())
}

function checkLines({ lines }: Invoice, report: Report): void {
  report('lines', lines.length === 0 && m.linesMissing())
  report('lines', lines.some(({ description }) => isBlank(description)) && m.descriptionMissing())
  const positive = lines.every(({ netCents }) => Number.isSafeInteger(netCents) && netCents > 0)
  report('lines', !positive && m.amountNotPositive())
}

function checkVat({ vatCase, lines, seller, buyer, vatOnDebits }: Invoice, report: Report): void {
  const { country } = seller.address
  if (vatCase === 'standard') {
    report('vat', !lines.every(({ vatRate }) => frenchVatRates.includes(vatRate)) && m.rateNotFrench())
    report('seller_vat_number', seller.vatNumber === null && m.supplierVatNumberMissing())
  } else {
    report('vat', lines.some(({ vatRate }) => vatRate !== 0) && m.rateWithoutVat())
    report('vat', vatOnDebits && m.debitsWithoutVat())
  }
  const domestic = vatCase !== 'reverse_charge'
  report('vat', domestic && country !== 'FR' && m.supplierNotFrench())
  if (domestic) return
  const abroad = isEuCountry(country) && country !== 'FR'
  report('vat', !abroad && m.reverseChargeNotAbroad())
  report('seller_vat_number', seller.vatNumber === null && m.supplierVatNumberMissing())
  report('buyer_vat_number', buyer.vatNumber === null && m.customerVatNumberMissing())
}

function checkTerms({ terms }: Invoice, report: Report): void {
  report('penalties', isBlank(terms.penaltyRate) && m.penaltyRateMissing())
  report('recovery_fee', terms.recoveryFeeCents !== recoveryFeeCents && m.recoveryFeeWrong())
}
