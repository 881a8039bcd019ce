import { XmlDocument, type XmlElement } from 'libxml2-wasm'

/**
 * Reads an invoice's XML and says what a French tax inspector or EN 16931 would miss. Written apart from the product: it shares
 * no code with it, only the rules (CGI ann. II art. 242 nonies A, Code de commerce L441-9 and L441-10, EN 16931, BR-FR).
 */
const prefixes = {
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  udt: 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
  qdt: 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
}

export interface ReadParty {
  readonly name: string
  readonly siren: string
  readonly siret: string
  readonly vat: string
  readonly fiscal: string
  readonly city: string
  readonly country: string
}

/** The values of an invoice's XML; amounts in cents, dates as 'YYYYMMDD', '' for what is absent. */
export interface ReadInvoice {
  readonly type: string
  readonly number: string
  readonly issued: string
  readonly due: string
  readonly delivered: string
  readonly guideline: string
  readonly notes: readonly { readonly text: string; readonly code: string }[]
  readonly seller: ReadParty
  readonly buyer: ReadParty
  readonly mandate: string
  /** UNTDID 4461 */
  readonly means: string
  readonly iban: string
  readonly lines: readonly { name: string; price: number; quantity: string; net: number; category: string; rate: number }[]
  readonly taxes: readonly { vat: number; basis: number; category: string; rate: number; reason: string; code: string }[]
  readonly sums: Readonly<Record<'lines' | 'basis' | 'vat' | 'total' | 'due', number>>
  readonly corrects: { readonly number: string; readonly issued: string }
}

type Find = (path: string, from?: XmlElement) => XmlElement[]

/** Exact cents; NaN for anything but a decimal number with two digits. */
function cents(text: string): number {
  return /^-?\d+\.\d{2}$/.test(text) ? Number(text.replace('.', '')) : Number.NaN
}

function partyAt(text: (path: string) => string, path: string): ReadParty {
  return {
    name: text(`${path}/ram:Name`),
    siren: text(`${path}/ram:SpecifiedLegalOrganization/ram:ID[@schemeID='0002']`),
    siret: text(`${path}/ram:GlobalID[@schemeID='0009']`),
    vat: text(`${path}/ram:SpecifiedTaxRegistration/ram:ID[@schemeID='VA']`),
    fiscal: text(`${path}/ram:SpecifiedTaxRegistration/ram:ID[@schemeID='FC']`),
    city: text(`${path}/ram:PostalTradeAddress/ram:CityName`),
    country: text(`${path}/ram:PostalTradeAddress/ram:CountryID`),
  }
}

export function readInvoice(xml: string): ReadInvoice {
  const document = XmlDocument.fromString(xml)
  try {
    const find: Find = (path, from) => (from ?? document.root).find(path, prefixes) as XmlElement[]
    const text = (path: string, from?: XmlElement) => find(path, from)[0]?.content ?? ''
    const settlement = '//ram:ApplicableHeaderTradeSettlement'
    const sums = `${settlement}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`
    const sum = (name: string) => cents(text(`${sums}/ram:${name}`))
    const reference = `${settlement}/ram:InvoiceReferencedDocument`
    return {
      type: text('/rsm:CrossIndustryInvoice/rsm:ExchangedDocument/ram:TypeCode'),
      number: text('/rsm:CrossIndustryInvoice/rsm:ExchangedDocument/ram:ID'),
      issued: text('//rsm:ExchangedDocument/ram:IssueDateTime/udt:DateTimeString'),
      due: text('//ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime/udt:DateTimeString'),
      delivered: text('//ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime/udt:DateTimeString'),
      guideline: text('//ram:GuidelineSpecifiedDocumentContextParameter/ram:ID'),
      notes: find('//ram:IncludedNote').map((note) => ({
        text: text('ram:Content', note),
        code: text('ram:SubjectCode', note),
      })),
      seller: partyAt(text, '//ram:SellerTradeParty'),
      buyer: partyAt(text, '//ram:BuyerTradeParty'),
      mandate: text('//ram:ContractReferencedDocument/ram:IssuerAssignedID'),
      means: text('//ram:SpecifiedTradeSettlementPaymentMeans/ram:TypeCode'),
      iban: text('//ram:PayeePartyCreditorFinancialAccount/ram:IBANID'),
      lines: find('//ram:IncludedSupplyChainTradeLineItem').map((line) => ({
        name: text('ram:SpecifiedTradeProduct/ram:Name', line),
        price: cents(text('.//ram:NetPriceProductTradePrice/ram:ChargeAmount', line)),
        quantity: text('.//ram:BilledQuantity', line),
        net: cents(text('.//ram:LineTotalAmount', line)),
        category: text('.//ram:ApplicableTradeTax/ram:CategoryCode', line),
        rate: Number(text('.//ram:ApplicableTradeTax/ram:RateApplicablePercent', line)),
      })),
      taxes: find(`${settlement}/ram:ApplicableTradeTax`).map((tax) => ({
        vat: cents(text('ram:CalculatedAmount', tax)),
        basis: cents(text('ram:BasisAmount', tax)),
        category: text('ram:CategoryCode', tax),
        rate: Number(text('ram:RateApplicablePercent', tax)),
        reason: text('ram:ExemptionReason', tax),
        code: text('ram:ExemptionReasonCode', tax),
      })),
      sums: {
        lines: sum('LineTotalAmount'),
        basis: sum('TaxBasisTotalAmount'),
        vat: sum('TaxTotalAmount'),
        total: sum('GrandTotalAmount'),
        due: sum('DuePayableAmount'),
      },
      corrects: {
        number: text(`${reference}/ram:IssuerAssignedID`),
        issued: text(`${reference}/ram:FormattedIssueDateTime/qdt:DateTimeString`),
      },
    }
  } finally {
    document.dispose()
  }
}
