import type { BillingProfile, SuggestedBilling } from '../api.ts'
import { type BillingRecord, type billingSuggestion, termsOf } from './queries.ts'

export function presentBilling(row: BillingRecord): BillingProfile {
  return {
    ...termsOf(row),
    legalName: row.legal_name,
    legalForm: row.legal_form,
    siren: row.siren,
    siret: row.siret,
    vatNumber: row.vat_number,
    street: row.street,
    buildingNumber: row.building_number,
    postcode: row.postcode,
    town: row.town,
    country: row.country,
    electronicAddress: row.electronic_address,
    updatedAt: row.updated_at.toISOString(),
    correctedAt: row.corrected_at?.toISOString() ?? null,
  }
}

/** Prefills the form with what the partner has typed elsewhere, so that nothing is typed twice. */
export function presentSuggestion(row: Awaited<ReturnType<typeof billingSuggestion>>): SuggestedBilling {
  return {
    fullName: row.full_name,
    company: row.account_holder || row.company || row.profile_company,
    street: row.street ?? '',
    buildingNumber: row.building_number ?? '',
    postcode: row.postcode ?? '',
    town: row.town ?? '',
    country: row.postal_country || 'FR',
  }
}
