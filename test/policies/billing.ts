import { every, type TableExpectation } from './catalogue.ts'
import { karim, marie, monday } from './people.ts'

const company = {
  mode: 'upload',
  regime: 'franchise',
  legal_form: 'SARL',
  siren: '732829320',
  street: 'rue du Port',
  postcode: '44000',
  town: 'Nantes',
  country: 'FR',
  updated_at: monday,
}

export const billingTable: TableExpectation = {
  rights: { update: ['money'] },
  policies: ['rights to admin', 'system_reads to system', 'admin_reads to admin', 'admin_corrects to admin', 'own to partner'],
  grants: {
    system: ['select'],
    // Staff correct what there is; whose it is stays.
    admin: [
      'select',
      `update (${[
        'mode, regime, vat_rate, legal_name, legal_form, siren, siret, vat_number',
        'street, building_number, postcode, town, country, updated_at, corrected_at, electronic_address',
      ].join(', ')})`,
    ],
    partner: ['select', 'insert', 'update'],
  },
  rows: {
    "Marie's": { partner_id: marie, legal_name: 'Dupont', ...company },
    "Karim's": { partner_id: karim, legal_name: 'Benali', ...company },
  },
  access: {
    system: { select: 'all' },
    admin: { select: 'all', update: 'all' },
    partner: every(["Marie's"]),
  },
}
