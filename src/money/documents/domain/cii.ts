import { type InvoiceTotals, invoiceTotals, type VatCase, vatCategories } from '#money/billing/domain/vat.ts'
import { documentReading, inLanguageOf } from '#platform/domain/languages.ts'
import type { Cents } from '#platform/domain/money.ts'
import { element, elementWith, type XmlElement, xmlDocument } from '#platform/domain/xml-element.ts'
import { buyerParty, sellerParty } from './cii-parties.ts'
import type { Invoice, InvoiceLine, IsoDay } from './invoice.ts'
import { agreedAccount, exemptionOf, invoiceNotes } from './invoice-wording.ts'

const namespaces = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
}

const guideline = 'urn:cen.eu:en16931:2017'
/** Billing framework of the French profile: S1 is an invoice for services (BR-FR-08). */
const businessProcess = 'S1'
/**
 * UNTDID 4461: means that seller and buyer have agreed before and that are not stated again. Codes of credit transfers, 30 and
 * 58, ask for the account (BR-61), which whoever may open the document would read.
 */
const standingAgreement = '57'
/** UN/ECE Recommendation 20: one piece. */
const onePiece = 'C62'

/** 1234 -> '12.34', without a float. */
export function decimal(cents: Cents): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Dates in format 102: '20261130'. */
const dateTime = (name: string, day: IsoDay) =>
  element(name, elementWith('udt:DateTimeString', { format: '102' }, day.replaceAll('-', '')))

const idOf = (name: string, id: string) => element(name, element('ram:ID', id))

function context(): XmlElement {
  return element(
    'rsm:ExchangedDocumentContext',
    idOf('ram:BusinessProcessSpecifiedDocumentContextParameter', businessProcess),
    idOf('ram:GuidelineSpecifiedDocumentContextParameter', guideline),
  )
}

function documentHeader(invoice: Invoice): XmlElement {
  const notes = invoiceNotes(invoice).map(({ code, text }) =>
    element('ram:IncludedNote', element('ram:Content', text), code !== null && element('ram:SubjectCode', code)),
  )
  return element(
    'rsm:ExchangedDocument',
    element('ram:ID', invoice.number),
    element('ram:TypeCode', invoice.type),
    dateTime('ram:IssueDateTime', invoice.issueDate),
    notes,
  )
}

const lineTax = (vatCase: VatCase, rate: number) =>
  element(
    'ram:ApplicableTradeTax',
    element('ram:TypeCode', 'VAT'),
    element('ram:CategoryCode', vatCategories[vatCase]),
    element('ram:RateApplicablePercent', rate.toFixed(2)),
  )

function lineItem({ description, netCents, vatRate }: InvoiceLine, index: number, vatCase: VatCase): XmlElement {
  return element(
    'ram:IncludedSupplyChainTradeLineItem',
    element('ram:AssociatedDocumentLineDocument', element('ram:LineID', String(index + 1))),
    element('ram:SpecifiedTradeProduct', element('ram:Name', description)),
    element(
      'ram:SpecifiedLineTradeAgreement',
      element('ram:NetPriceProductTradePrice', element('ram:ChargeAmount', decimal(netCents))),
    ),
    element('ram:SpecifiedLineTradeDelivery', elementWith('ram:BilledQuantity', { unitCode: onePiece }, '1')),
    element(
      'ram:SpecifiedLineTradeSettlement',
      lineTax(vatCase, vatRate),
      element('ram:SpecifiedTradeSettlementLineMonetarySummation', element('ram:LineTotalAmount', decimal(netCents))),
    ),
  )
}

function vatBreakdown(invoice: Invoice, { subtotals }: InvoiceTotals): XmlElement[] {
  const exemption = exemptionOf(invoice)
  return subtotals.map(({ rate, netCents, vatCents }) =>
    element(
      'ram:ApplicableTradeTax',
      element('ram:CalculatedAmount', decimal(vatCents)),
      element('ram:TypeCode', 'VAT'),
      exemption && element('ram:ExemptionReason', exemption.text),
      element('ram:BasisAmount', decimal(netCents)),
      element('ram:CategoryCode', vatCategories[invoice.vatCase]),
      exemption && element('ram:ExemptionReasonCode', exemption.code),
      element('ram:RateApplicablePercent', rate.toFixed(2)),
    ),
  )
}

const paymentMeans = () =>
  element(
    'ram:SpecifiedTradeSettlementPaymentMeans',
    element('ram:TypeCode', standingAgreement),
    element('ram:Information', agreedAccount()),
  )

const correctedInvoice = ({ number, issueDate }: NonNullable<Invoice['corrects']>) =>
  element(
    'ram:InvoiceReferencedDocument',
    element('ram:IssuerAssignedID', number),
    element('ram:FormattedIssueDateTime', elementWith('qdt:DateTimeString', { format: '102' }, issueDate.replaceAll('-', ''))),
  )

function settlement(invoice: Invoice): XmlElement {
  const totals = invoiceTotals(invoice.lines)
  const net = decimal(totals.netCents)
  const total = decimal(totals.totalCents)
  return element(
    'ram:ApplicableHeaderTradeSettlement',
    element('ram:PaymentReference', invoice.number),
    element('ram:InvoiceCurrencyCode', 'EUR'),
    invoice.type === '389' && paymentMeans(),
    vatBreakdown(invoice, totals),
    element(
      'ram:BillingSpecifiedPeriod',
      dateTime('ram:StartDateTime', invoice.service.from),
      dateTime('ram:EndDateTime', invoice.service.to),
    ),
    element('ram:SpecifiedTradePaymentTerms', dateTime('ram:DueDateDateTime', invoice.dueDate)),
    element(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      element('ram:LineTotalAmount', net),
      element('ram:TaxBasisTotalAmount', net),
      elementWith('ram:TaxTotalAmount', { currencyID: 'EUR' }, decimal(totals.vatCents)),
      element('ram:GrandTotalAmount', total),
      element('ram:DuePayableAmount', total),
    ),
    invoice.corrects && correctedInvoice(invoice.corrects),
  )
}

/**
 * The invoice as UN/CEFACT Cross Industry Invoice (CII D22B) of the profile EN 16931: the `factur-x.xml` of a Factur-X file.
 * Writes what it is given; `checkInvoice` says whether it may be issued. Its texts are French, whoever gets the invoice: its
 * buyer is the provider, and platforms look for the mentions of French law (BR-FR-05).
 */
export const invoiceXml = (invoice: Invoice): string => inLanguageOf(documentReading('fr'), () => buildXml(invoice))

function buildXml(invoice: Invoice): string {
  const transaction = element(
    'rsm:SupplyChainTradeTransaction',
    invoice.lines.map((line, index) => lineItem(line, index, invoice.vatCase)),
    element(
      'ram:ApplicableHeaderTradeAgreement',
      sellerParty(invoice),
      buyerParty(invoice),
      element('ram:ContractReferencedDocument', element('ram:IssuerAssignedID', invoice.mandate.reference)),
    ),
    element(
      'ram:ApplicableHeaderTradeDelivery',
      element('ram:ActualDeliverySupplyChainEvent', dateTime('ram:OccurrenceDateTime', invoice.service.to)),
    ),
    settlement(invoice),
  )
  const parts = [context(), documentHeader(invoice), transaction]
  return xmlDocument(elementWith('rsm:CrossIndustryInvoice', namespaces, ...parts))
}
