import type { TableEntries } from '#access/domain/personal-data.ts'

export const billingData: TableEntries = {
  billing_profiles: {
    of: 'partner',
    via: { partners: 'partner_id' },
    key: 'partner_id',
    why: 'accounting',
    period: 'accounting',
    erase: 'keep',
    law: 'books',
    show: 'yes',
    columns: `legal_name legal_form siren siret vat_number street building_number postcode town country electronic_address`,
    facts: 'partner_id mode regime vat_rate updated_at corrected_at',
  },
}
