import type * as z from 'zod/mini'
import type { billingForm } from '#money/billing/api.ts'

type Form = z.input<typeof billingForm>

/** A French company that charges VAT, typed with spaces. */
export const companyBilling: Form = {
  mode: 'upload',
  regime: 'standard',
  vatRate: 20,
  legalName: ' Lefèvre Conseil ',
  legalForm: 'SARL',
  companyNumber: '732 829 320 00074',
  vatNumber: 'FR44 732829320',
  street: 'rue du Port',
  buildingNumber: '3',
  postcode: '44000',
  town: 'Nantes',
  country: 'FR',
}

/** An individual without status. */
export const receiptBilling: Form = {
  ...companyBilling,
  mode: 'receipt',
  regime: 'none',
  vatRate: null,
  legalName: 'Inès Garnier',
  legalForm: '',
  companyNumber: '',
  vatNumber: '',
}
