import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

export const programmeData: TableEntries = {
  settings: nobody(
    `id provider_name tagline accent_colour address logo_file_id language sign_in_links colleagues taglines links
      notices_automatic erasure_days`,
    'contact_email',
  ),
  programme_settings: nobody(
    `id commission_basis minimum_payout_cents second_approval_above_cents acceptance_days invoice_required legal_name legal_form
      siren vat_number street building_number postcode town country iban_encrypted bic bank_contract batch_booking file_format
      changed_at instant_transfers settled_is_paid siret ape pays_wages account_commissions account_vat account_suppliers
      account_bank occasional_payments occasional_cents time_zone vigilance_threshold_cents vigilance_percent vigilance_hold
      registrations registration_hours silent_acceptance protection_months extension_months other_ibans_encrypted
      account_accrued electronic_address`,
    'declaration_contact declaration_phone declaration_email',
  ),
  maintenance: nobody('id since', 'message'),
}
