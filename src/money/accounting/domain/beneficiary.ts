import type { BillingMode } from '#money/billing/domain/billing.ts'
import { type Cents, formatEurosExact } from '#platform/domain/money.ts'
import { m } from '../messages/messages.ts'
import { das2Country, inseeCountryCode } from './country-codes.ts'
import type { Das2Beneficiary, Das2Line } from './declaration.ts'

/** What partners do for the provider, as the declaration names a profession. */
const profession = 'Apporteur d’affaires'

/** A partner and what was paid in a year. */
export interface PaidPartner {
  readonly id: string
  readonly fullName: string
  readonly company: string
  /** Null before the first save: the line lacks data then. */
  readonly billing: {
    readonly mode: BillingMode
    readonly legalName: string
    readonly siret: string
    readonly street: string
    readonly buildingNumber: string
    readonly postcode: string
    readonly town: string
    readonly country: string
    readonly chargesVat: boolean
  } | null
  /** Paid by payouts, VAT included. */
  readonly payoutCents: Cents
  /** By commissions marked as paid without a payout, of which the portal knows the amount without VAT alone. */
  readonly byHandCents: Cents
}

/** The last word is the last name: the portal keeps names in one field, and the declaration wants two. */
function splitName(fullName: string): { lastName: string; firstName: string } {
  const words = fullName.trim().split(/\s+/)
  return { lastName: words.at(-1) ?? '', firstName: words.slice(0, -1).join(' ') }
}

/** The partner as a beneficiary. Without a billing profile it is a business whose number and address are missing. */
export function beneficiaryOf({ id, fullName, company, billing, payoutCents, byHandCents }: PaidPartner): Das2Beneficiary {
  const isPerson = billing?.mode === 'receipt'
  const country = das2Country(billing?.country ?? 'FR')
  const line1 = [billing?.buildingNumber, billing?.street].filter(Boolean).join(' ')
  return {
    id,
    name: isPerson
      ? { kind: 'person', ...splitName(billing.legalName || fullName) }
      : { kind: 'business', companyName: billing?.legalName || company || fullName },
    siret: billing?.siret || null,
    profession,
    address: { line1, line2: '', postcode: billing?.postcode ?? '', city: billing?.town ?? '', country },
    countryCode: country === 'FR' ? null : inseeCountryCode(country),
    paidCents: payoutCents + byHandCents,
  }
}

/** What a person should check before the line is declared; none of it blocks the file. */
export type Das2Remark =
  | { readonly code: 'name_separated'; readonly lastName: string; readonly firstName: string }
  | { readonly code: 'vat_unknown'; readonly cents: Cents }
  | { readonly code: 'at_threshold' }

export function remarksOn({ billing, byHandCents }: PaidPartner, { beneficiary, atThreshold }: Das2Line): Das2Remark[] {
  const { name } = beneficiary
  return [
    ...(name.kind === 'person' ? [{ code: 'name_separated' as const, lastName: name.lastName, firstName: name.firstName }] : []),
    ...(byHandCents !== 0 && billing?.chargesVat ? [{ code: 'vat_unknown' as const, cents: byHandCents }] : []),
    ...(atThreshold ? [{ code: 'at_threshold' as const }] : []),
  ]
}

/** A remark in the reader's language. */
export function remarkText(remark: Das2Remark): string {
  if (remark.code === 'name_separated') return m.nameSeparated({ lastName: remark.lastName, firstName: remark.firstName })
  return remark.code === 'vat_unknown' ? m.vatUnknown({ amount: formatEurosExact(remark.cents) }) : m.atThreshold()
}
