import type { TableEntries } from '#access/domain/personal-data.ts'

export const bankDetailsData: TableEntries = {
  payment_infos: {
    of: ['partner', 'member'],
    via: { partners: 'partner_id' },
    key: 'partner_id',
    why: 'payments',
    period: 'bankDetails',
    erase: 'delete',
    show: 'yes',
    columns: 'company account_holder address street building_number postcode town country postal_country',
    // Its owner sees the end of the account; the number itself is for paying.
    but: Object.fromEntries(
      ['iban_encrypted', 'iban_digest', 'iban_seal', 'iban_fingerprint', 'iban_mask_encrypted', 'iban_end_fingerprint'].map(
        (name) => [name, { show: 'no' }],
      ),
    ),
    facts: 'partner_id iban_checks_out updated_at iban_changed_at',
  },
}
