import type { BillingMode } from '#money/billing/domain/billing.ts'
import { type Cents, formatEurosExact } from '#platform/domain/money.ts'
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

/** Remarks in French for a person to check before the line is declared; none of them blocks the file. */
export function remarksOn({ billing, byHandCents }: PaidPartner, { beneficiary, atThreshold }: Das2Line): string[] {
  const { name } = beneficiary
  const separated = name.kind === 'person' && `Nom « ${name.lastName} » et prénom « ${name.firstName} » séparés par le portail`
  const withoutVat =
    byHandCents !== 0 &&
    billing?.chargesVat &&
    `${formatEurosExact(byHandCents)} réglés sans relevé : TVA inconnue, à ajouter si elle a été payée`
  return [
    ...(separated ? [separated] : []),
    ...(withoutVat ? [withoutVat] : []),
    ...(atThreshold ? ['Exactement au seuil : déclaré'] : []),
  ]
}
