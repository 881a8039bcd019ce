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
    // The invoices of a year are made and declared by it until the last of them goes.
    since: `case when app.partner_ended(t.partner_id) is not null then (greatest(app.partner_ended(t.partner_id),
      (select max(o.issued_at) from payouts o where o.partner_id = t.partner_id)) at time zone app.time_zone())::date end`,
    ends: 'delete',
    show: 'yes',
    columns: `legal_name legal_form siren siret vat_number street building_number postcode town country electronic_address`,
    facts: 'partner_id mode regime vat_rate updated_at corrected_at',
  },
}
