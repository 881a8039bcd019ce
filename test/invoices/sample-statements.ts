import type { Certificate, Payee, Receipt, Statement, StatementLine } from '#money/documents/domain/statements.ts'
import { buyer, company, standardInvoice } from './sample-invoices.ts'

export const look = { providerName: 'Atelier Loire & Associés', accentColour: '#1f4d3f', logo: null }

export const payee: Payee = {
  name: company.legalName,
  legalForm: company.legalForm,
  address: company.address,
  siret: company.siret,
  vatNumber: company.vatNumber,
}

const individual: Payee = {
  name: 'Camille Lefèvre',
  legalForm: '',
  address: { line1: '3 rue des Lilas', line2: '', postcode: '35000', city: 'Rennes', country: 'FR' },
  siret: null,
  vatNumber: null,
}

const lines: readonly StatementLine[] = [
  {
    client: 'Boulangerie Petit',
    detail: 'Facture F-2026-118, encaissée le 12/11/2026',
    revenueCents: 900_000,
    ratePercent: 20,
    tier: 'Silver',
    amountCents: 180_000,
  },
  {
    client: 'Menuiserie Roux & fils',
    detail: 'Facture F-2026-121, encaissée le 20/11/2026',
    revenueCents: 200_035,
    ratePercent: 20,
    tier: 'Silver',
    amountCents: 40_007,
  },
  {
    client: 'Garage Durand',
    detail: 'Reprise : remboursement du client le 24/11/2026',
    revenueCents: -100_000,
    ratePercent: 17.5,
    tier: 'Bronze',
    amountCents: -17_500,
  },
  {
    client: 'Garage Durand',
    detail: 'Correction convenue par courriel du 25/11/2026',
    revenueCents: null,
    ratePercent: null,
    tier: null,
    amountCents: 2_500,
  },
]

export const statement: Statement = {
  number: 'REL-2026-11-0001',
  issueDate: '2026-11-30',
  period: { from: '2026-11-01', to: '2026-11-30' },
  provider: buyer,
  payee,
  lines,
  held: [
    {
      client: 'Clinique des Ormes',
      amountCents: 96_000,
      reason: 'Contestation en cours sur ce contact, ouverte le 18/11/2026',
    },
    { client: 'Transports Morel', amountCents: 41_250, reason: 'Délai de garantie jusqu’au 15/12/2026' },
  ],
  carriedCents: -5_007,
  vatCents: 40_000,
  noVatReason: null,
  invoices: [standardInvoice.number, 'AF-0042-2026-00004'],
  contestUntil: '2026-12-15',
  transfer: { accountEnd: '2606', on: '2026-12-30' },
}

export const receipt: Receipt = {
  number: 'REC-2026-00001',
  issueDate: '2026-11-30',
  provider: buyer,
  payee: individual,
  lines: lines.slice(0, 2),
  paidOn: '2026-12-30',
  statementNumber: 'REL-2026-11-0002',
}

export const certificate: Certificate = {
  year: 2026,
  issueDate: '2027-01-15',
  provider: buyer,
  payee,
  payments: [
    { paidOn: '2026-03-30', reference: 'REL-2026-02-0001 – AF-0042-2026-00001', netCents: 120_000, vatCents: 24_000 },
    { paidOn: '2026-12-30', reference: 'REL-2026-11-0001 – AF-0042-2026-00003', netCents: 200_000, vatCents: 40_000 },
  ],
  declared: true,
  individual: false,
}
