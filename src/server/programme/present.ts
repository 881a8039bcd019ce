import type { BusinessParty } from '#domain/invoices/invoice.ts'
import type { ProgrammeRow } from './queries.ts'

/** The provider as registered; its public name until the programme's settings are filled in. */
export function providerParty(row: ProgrammeRow, providerName: string): BusinessParty {
  return {
    legalName: row.legal_name || providerName,
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
