import type { PostalAddress } from '#money/documents/domain/invoice.ts'
import { siretError } from '#platform/domain/company-numbers.ts'
import { texts } from '#platform/domain/languages.ts'
import type { Cents } from '#platform/domain/money.ts'
import { m } from '../messages/messages.ts'
import { latinText } from './latin-text.ts'

/**
 * Yearly declaration of commissions paid to third parties (CGI art. 240; penalty of art. 1736, I-1: half of what was not
 * declared). Nobody at the tax office or an accountant has verified it: 'à contrôler par votre comptable'.
 */
export const das2Notice = 'À contrôler par votre comptable'

/** Sums above this are declared, VAT included, per beneficiary and civil year (BOFiP, 12 February 2025: 2 400 € since 2024). */
export function das2ThresholdCents(year: number): Cents {
  return year >= 2024 ? 240_000 : 120_000
}

export interface Das2Beneficiary {
  /** The partner's id, returned with the line. */
  readonly id: string
  /** A business has a SIRET in France; a person without one has a last and a first name. */
  readonly name:
    | { readonly kind: 'business'; readonly companyName: string }
    | { readonly kind: 'person'; readonly lastName: string; readonly firstName: string }
  readonly siret: string | null
  readonly profession: string
  readonly address: PostalAddress
  /** INSEE's code of the country, such as '99131' for Belgium; null in France. */
  readonly countryCode: string | null
  /** Paid in the year, VAT included. */
  readonly paidCents: Cents
}

/** `incomplete` lines have to be declared, but lack data; they are never left out silently. */
export const das2States = ['to_declare', 'incomplete', 'below_threshold'] as const
export type Das2State = (typeof das2States)[number]

/** What was paid to a partner when a declaration was exported. */
export interface ExportedSum {
  readonly partnerId: string
  readonly name: string
  readonly cents: Cents
}
export type ExportedSums = readonly ExportedSum[]

export interface Das2Line {
  readonly beneficiary: Das2Beneficiary
  readonly state: Das2State
  /** Whole euros, half an euro up. */
  readonly euros: number
  /** What has to be completed. */
  readonly missing: readonly Das2Missing[]
  /** True at exactly the threshold, where sources differ on whether to declare: the line is declared. */
  readonly atThreshold: boolean
}

/** What a beneficiary's line may lack. */
export const das2Missing = [
  ...(['company_name', 'last_name', 'first_name', 'siret', 'valid_siret'] as const),
  ...(['town', 'postcode', 'country_code', 'latin_script'] as const),
] as const
export type Das2Missing = (typeof das2Missing)[number]

const missingWords: Readonly<Record<Das2Missing, string>> = texts({
  company_name: m.legalName,
  last_name: m.missingLastName,
  first_name: m.missingFirstName,
  siret: m.kindSiret,
  valid_siret: m.missingValidSiret,
  town: m.town,
  postcode: m.postcode,
  country_code: m.missingCountryCode,
  latin_script: m.missingScript,
})

/** In French they are the tax office's own words. */
export const missingNames = (missing: readonly Das2Missing[]): string[] => missing.map((each) => missingWords[each])

const isBlank = (text: string) => text.trim() === ''

function nameProblems({ name, siret, address }: Das2Beneficiary): Das2Missing[] {
  const french = address.country === 'FR'
  if (name.kind === 'person') {
    const noSiret = siret === null ? [] : siretProblems(siret)
    const lastName = isBlank(name.lastName) ? (['last_name'] as const) : []
    return [...lastName, ...(isBlank(name.firstName) ? (['first_name'] as const) : []), ...noSiret]
  }
  const noSiret = french ? (['siret'] as const) : []
  return [...(isBlank(name.companyName) ? (['company_name'] as const) : []), ...(siret === null ? noSiret : siretProblems(siret))]
}

const siretProblems = (siret: string) => (siretError(siret) ? (['valid_siret'] as const) : [])

function addressProblems({ address, countryCode }: Das2Beneficiary): Das2Missing[] {
  const french = address.country === 'FR'
  return [
    ...(isBlank(address.city) ? (['town'] as const) : []),
    ...(french && !/^\d{5}$/.test(address.postcode) ? (['postcode'] as const) : []),
    ...(!french && !/^99\d{3}$/.test(countryCode ?? '') ? (['country_code'] as const) : []),
  ]
}

function scriptProblems({ name, address, profession }: Das2Beneficiary): Das2Missing[] {
  const names = name.kind === 'person' ? [name.lastName, name.firstName] : [name.companyName]
  const texts = [...names, profession, address.line1, address.line2, address.city]
  return texts.some((text) => latinText(text) === null) ? ['latin_script'] : []
}

/** Whole euros, half an euro up. */
export const wholeEuros = (cents: Cents) => Math.floor((cents + 50) / 100)

/** What a beneficiary's line lacks. */
export function missingData(beneficiary: Das2Beneficiary): Das2Missing[] {
  return [...nameProblems(beneficiary), ...addressProblems(beneficiary), ...scriptProblems(beneficiary)]
}

/** The lines of a year, one per beneficiary who was paid, in the order given. */
export function das2Lines(year: number, beneficiaries: readonly Das2Beneficiary[]): Das2Line[] {
  const threshold = das2ThresholdCents(year)
  return beneficiaries
    .filter(({ paidCents }) => paidCents > 0)
    .map((beneficiary): Das2Line => {
      const { paidCents } = beneficiary
      const missing = missingData(beneficiary)
      const declared = missing.length > 0 ? 'incomplete' : 'to_declare'
      return {
        beneficiary,
        state: paidCents < threshold ? 'below_threshold' : declared,
        euros: wholeEuros(paidCents),
        missing,
        atThreshold: paidCents === threshold,
      }
    })
}
