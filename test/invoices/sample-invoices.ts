import { type BusinessParty, defaultTerms, type Invoice, type Seller } from '#money/documents/domain/invoice.ts'
import { frenchVatNumber } from '#platform/domain/vat-numbers.ts'

const nantes = { line1: '12 quai de la Fosse', line2: '', postcode: '44000', city: 'Nantes', country: 'FR' }
const lyon = { line1: '5 rue de la République', line2: 'Bâtiment B', postcode: '69001', city: 'Lyon', country: 'FR' }

export const buyer: BusinessParty = {
  legalName: 'Atelier Loire & Associés',
  legalForm: 'SAS au capital de 50 000 €, RCS Nantes',
  address: nantes,
  siren: '732829320',
  siret: '73282932000074',
  vatNumber: frenchVatNumber('732829320'),
}

export const company: Seller = {
  legalName: 'Cœur & Ça Conseil',
  legalForm: 'SARL au capital de 8 000 €, RCS Lyon',
  address: lyon,
  siren: '552100554',
  siret: '55210055400013',
  vatNumber: frenchVatNumber('552100554'),
  foreignNumber: null,
  email: 'contact@coeur-conseil.example',
}

const soleTrader: Seller = {
  ...company,
  legalName: 'Hélène Lefèvre EI',
  legalForm: 'Entrepreneur individuel',
  siren: '404833048',
  siret: '40483304800022',
  vatNumber: null,
}

const belgian: Seller = {
  legalName: 'Van den Berg Consulting',
  legalForm: 'SRL',
  address: { line1: 'Avenue Louise 54', line2: '', postcode: '1050', city: 'Bruxelles', country: 'BE' },
  siren: null,
  siret: null,
  vatNumber: 'BE0403170701',
  foreignNumber: '0403170701',
  email: 'info@vandenberg.example',
}

export const standardInvoice: Invoice = {
  type: '389',
  number: 'AF-0042-2026-00003',
  issueDate: '2026-11-30',
  service: { from: '2026-11-01', to: '2026-11-30' },
  dueDate: '2026-12-30',
  seller: company,
  buyer,
  lines: [
    { description: 'Commission – Boulangerie Petit, 9 000,00 € HT à 20 %', netCents: 180_000, vatRate: 20 },
    { description: 'Commission – Menuiserie Roux <& fils>, 2 000,35 € HT à 20 %', netCents: 40_007, vatRate: 20 },
  ],
  vatCase: 'standard',
  vatOnDebits: false,
  mandate: { reference: 'MAND-0042', signedOn: '2026-01-15' },
  terms: defaultTerms,
  corrects: null,
}

const withoutVat = (invoice: Invoice) => invoice.lines.map((line) => ({ ...line, vatRate: 0 }))

export const franchiseInvoice: Invoice = {
  ...standardInvoice,
  number: 'AF-0043-2026-00001',
  seller: soleTrader,
  vatCase: 'franchise',
  lines: withoutVat(standardInvoice),
}

export const reverseChargeInvoice: Invoice = {
  ...standardInvoice,
  number: 'AF-0044-2026-00001',
  seller: belgian,
  vatCase: 'reverse_charge',
  lines: withoutVat(standardInvoice),
}

export const creditNote: Invoice = {
  ...standardInvoice,
  type: '261',
  number: 'AF-0042-2026-00004',
  issueDate: '2026-12-15',
  dueDate: '2026-12-15',
  lines: [{ description: 'Reprise – Menuiserie Roux, remboursement du client', netCents: 20_003, vatRate: 20 }],
  corrects: { number: standardInvoice.number, issueDate: standardInvoice.issueDate },
}

export const sampleInvoices: readonly (readonly [string, Invoice])[] = [
  ['an invoice with French VAT', standardInvoice],
  ['an invoice of a business in franchise', franchiseInvoice],
  ['an invoice of a business in another EU country', reverseChargeInvoice],
  ['a credit note', creditNote],
]
