import type { BusinessParty } from '#money/invoices/domain/invoice.ts'
import type { ProgrammeRow } from './queries.ts'

/** The columns of a business, which the provider's settings and billing profiles share. */
type BusinessColumns = Pick<
  ProgrammeRow,
  | ('legal_name' | 'legal_form' | 'siren' | 'vat_number' | 'electronic_address')
  | ('street' | 'building_number' | 'postcode' | 'town' | 'country')
>

/** A business as registered. */
export function registeredParty(row: BusinessColumns): BusinessParty {
  return {
    legalName: row.legal_name,
    legalForm: row.legal_form,
    address: {
      line1: [row.building_number, row.street].filter(Boolean).join(' '),
      line2: '',
      postcode: row.postcode,
      city: row.town,
      country: row.country,
    },
    siren: row.siren || null,
    siret: null,
    vatNumber: row.vat_number || null,
    ...(row.electronic_address === '' ? {} : { electronicAddress: row.electronic_address }),
  }
}

/** The provider as registered; its public name until the programme's settings are filled in. */
export function providerParty(row: BusinessColumns, providerName: string): BusinessParty {
  return { ...registeredParty(row), legalName: row.legal_name || providerName }
}
