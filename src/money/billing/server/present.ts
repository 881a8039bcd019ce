import type { BillingProfile, SuggestedBilling } from '../api.ts'
import { type BillingRecord, type billingSuggestion, businessOf } from './queries.ts'

export function presentBilling(row: BillingRecord): BillingProfile {
  return {
    ...businessOf(row),
    siren: row.siren,
    siret: row.siret,
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
