import { every, type TableExpectation } from './catalogue.ts'
import { ada, karim, marie, monday } from './people.ts'

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
  rows: {
    "Marie's": { partner_id: marie, legal_name: 'Dupont', ...company },
    "Karim's": { partner_id: karim, legal_name: 'Benali', ...company },
    "Ada's own": { partner_id: ada, legal_name: 'Lovelace', ...company },
  },
  access: {
    system: { select: 'all' },
    admin: { select: 'all', update: ["Marie's", "Karim's"] },
    partner: every(["Marie's"]),
  },
}
