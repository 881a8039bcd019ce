import { documentReading, inLanguageOf, type Language, writtenLanguages } from '#platform/domain/languages.ts'
import type { Names } from '#platform/domain/names.ts'
import { m } from './messages/messages.ts'

/** The tagline that a portal begins with, in each language (0300_taglines.sql): another one replaces all of them. */
export const firstTaglines = (): Names =>
  Object.fromEntries(writtenLanguages.map((each) => [each, inLanguageOf(documentReading(each), () => m.firstTagline())]))

/** The provider’s identity as events tell it. */
export interface ToldIdentity {
  readonly providerName: string
  readonly tagline: string
  /** Absent in events from before there was one for each language. */
  readonly taglines?: Names
  readonly accentColour: string
  readonly address: string
  readonly contactEmail: string
  readonly logoFileId: string | null
  /** Absent in events from before there were languages. */
  readonly language?: Language
  /** Absent in events from before there were such links. */
  readonly signInLinks?: boolean
  /** Absent in events from before public pages had such links. */
  readonly links?: Readonly<Record<string, string>>
  /** Absent in events from before partners had colleagues. */
  readonly colleagues?: number
}

/** What the register has of the provider, and what of it everybody may know. */
export interface LegalIdentity {
  readonly legalName: string
  readonly legalForm: string
  readonly siren: string
  readonly buildingNumber: string
  readonly street: string
  readonly postcode: string
  readonly town: string
  /** Two letters. */
  readonly country: string
}

/** '12 quai de la Fosse, 44000 Nantes', with the country behind it outside France; '' until the address is complete. */
export function registeredAddress({ buildingNumber, street, postcode, town, country }: LegalIdentity): string {
  if (!street || !postcode || !town) return ''
  const place = country === 'FR' ? '' : (new Intl.DisplayNames(['fr'], { type: 'region' }).of(country) ?? country)
  return [[buildingNumber, street].filter(Boolean).join(' '), `${postcode} ${town}`, place].filter(Boolean).join(', ')
}

/** 'Acme SAS, SAS au capital de 10 000 €, SIREN 732 829 320'; '' until the legal name is filled in. */
export function legalIdentityText({ legalName, legalForm, siren }: LegalIdentity): string {
  if (!legalName) return ''
  // A name that ends in its form does not say it twice.
  const form = legalName.endsWith(` ${legalForm}`) ? '' : legalForm
  return [legalName, form, siren && `SIREN ${siren.replace(/(\d{3})(?=\d)/g, '$1\u00a0')}`].filter(Boolean).join(', ')
}
