import type { Selectable } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { currentLanguage, localeOf } from '#platform/domain/languages.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { BillingProfiles } from '#platform/server/db/schema.generated.ts'
import type { BillingTerms } from '../domain/billing.ts'

export type BillingRecord = Selectable<BillingProfiles>

export function findBillingProfile(tx: Tx, partnerId: string): Promise<BillingRecord | undefined> {
  return tx.selectFrom('billing_profiles').selectAll().where('partner_id', '=', partnerId).executeTakeFirst()
}

/** Billing profile of a partner who has not been deleted, for staff. */
export function partnerBilling(tx: Tx, partnerId: string): Promise<BillingRecord | undefined> {
  return tx
    .selectFrom('billing_profiles as b')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'b.partner_id')
    .selectAll('b')
    .where('b.partner_id', '=', partnerId)
    .where('p.partner_deleted_at', 'is', null)
    .executeTakeFirst()
}

/** What the profile and the bank details of a partner suggest for a first billing profile. */
export function billingSuggestion(tx: Tx, partnerId: string) {
  return tx
    .selectFrom(partnerContacts.as('p'))
    .leftJoin('payment_infos as b', 'b.partner_id', 'p.partner_id')
    .select([
      'p.full_name',
      'p.company as profile_company',
      'b.company',
      'b.account_holder',
      'b.street',
      'b.building_number',
      'b.postcode',
      'b.town',
      'b.postal_country',
    ])
    .where('p.partner_id', '=', partnerId)
    .executeTakeFirstOrThrow()
}

/** Billing profiles of these partners, by partner; those without one are left out. */
export async function readBillingProfiles(tx: Tx, partnerIds: readonly string[]): Promise<ReadonlyMap<string, BillingRecord>> {
  if (partnerIds.length === 0) return new Map()
  const rows = await tx.selectFrom('billing_profiles').selectAll().where('partner_id', 'in', partnerIds).execute()
  return new Map(rows.map((row) => [row.partner_id, row]))
}

export function termsOf({ mode, regime, vat_rate }: Pick<BillingRecord, 'mode' | 'regime' | 'vat_rate'>): BillingTerms {
  return { mode, regime, vatRate: vat_rate === null ? null : Number(vat_rate) }
}

/** What both the profile and its form say of the business. */
export const businessOf = (row: BillingRecord) => ({
  ...termsOf(row),
  legalName: row.legal_name,
  legalForm: row.legal_form,
  vatNumber: row.vat_number,
  street: row.street,
  buildingNumber: row.building_number,
  postcode: row.postcode,
  town: row.town,
  country: row.country,
  electronicAddress: row.electronic_address,
})

type Business = Pick<
  BillingRecord,
  'legal_name' | 'legal_form' | 'siren' | 'siret' | 'vat_number' | 'building_number' | 'street' | 'postcode' | 'town' | 'country'
>

/** '732 829 320', and of a SIRET '732 829 320 00074'; the blanks do not break. */
const grouped = (digits: string) => `${digits.slice(0, 9).replace(/(\d{3})(?=\d)/g, '$1\u00a0')}\u00a0${digits.slice(9)}`.trim()

const countryName = (code: string): string =>
  new Intl.DisplayNames(localeOf[currentLanguage()], { type: 'region' }).of(code) ?? code

/** The business of a billing profile, or the provider's own, in the words of a contract. */
export function businessWords(row: Business): { readonly billing_name: string; readonly billing_identity: string } {
  const { legal_form, siren, siret, vat_number, building_number, street, postcode, town, country } = row
  const number = siret ? `SIRET ${grouped(siret)}` : siren && `SIREN ${grouped(siren)}`
  const address = [
    [building_number, street],
    [postcode, town],
  ]
    .map((parts) => parts.filter(Boolean).join(' '))
    .join(', ')
  const parts = [legal_form, number, vat_number && `TVA ${vat_number}`, `${address}, ${countryName(country)}`]
  return { billing_name: row.legal_name, billing_identity: parts.filter(Boolean).join(', ') }
}
