import type { Actor } from '#access/domain/actor.ts'
import type { BillingInput } from '#money/billing/domain/billing-check.ts'
import { saveBilling } from '#money/billing/server/commands.ts'
import type { RunAs } from './run-as.ts'

type Particulars = Omit<BillingInput, 'street' | 'buildingNumber'>

const nantes = { postcode: '44000', town: 'Nantes', country: 'FR' }
const franchise = { mode: 'upload', regime: 'franchise', vatRate: null, vatNumber: '', ...nantes } as const

/** One partner or more of each kind; billing data of the others is missing. */
const billing: Readonly<Record<string, Particulars>> = {
  'Camille Lefèvre': {
    mode: 'upload',
    regime: 'standard',
    vatRate: 20,
    legalName: 'Lefèvre Conseil',
    legalForm: 'SARL',
    companyNumber: '73282932000074',
    vatNumber: 'FR44732829320',
    ...nantes,
  },
  'Antoine Girard': { ...franchise, legalName: 'Cabinet Girard & Cie', legalForm: 'EURL', companyNumber: '404833048' },
  'Nadia Benali': { ...franchise, legalName: 'Nadia Benali', legalForm: 'Entrepreneur individuel', companyNumber: '303265045' },
  'Julien Perrin': {
    mode: 'upload',
    regime: 'reverse_charge',
    vatRate: null,
    legalName: 'Perrin Partners',
    legalForm: 'SRL',
    companyNumber: '',
    vatNumber: 'BE0403170701',
    postcode: '1000',
    town: 'Bruxelles',
    country: 'BE',
  },
  'Claire Fontaine': {
    mode: 'receipt',
    regime: 'none',
    vatRate: null,
    legalName: 'Claire Fontaine',
    legalForm: '',
    companyNumber: '',
    vatNumber: '',
    ...nantes,
  },
}

/** Saves a sample partner's billing profile, where there is one. */
export async function seedBilling(
  runAs: RunAs,
  partner: Actor,
  { fullName, number, savedAt }: { fullName: string; number: number; savedAt: Date },
): Promise<void> {
  const particulars = billing[fullName]
  if (!particulars) return
  const address = { street: 'rue du Port', buildingNumber: String(number) }
  await runAs(partner, savedAt, (context) => saveBilling(context, { ...particulars, ...address }))
}
