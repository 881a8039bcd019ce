import { currentLanguage, localeOf, texts } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'

/** Who was asked within these days is asked again only if staff choose them. */
export const daysBetweenRequests = 7

export function isAskedLately(requestedAt: Date, now: Date): boolean {
  return now.getTime() - requestedAt.getTime() < daysBetweenRequests * 86_400_000
}

/** What a line lacks as its partner reads it: the declaration's own words are the tax office's. */
const partnerWords: Readonly<Record<string, string>> = texts({
  'SIRET valide': m.validSiret,
  SIRET: m.yourSiret,
  'Raison sociale': m.yourCompanyName,
  Nom: m.yourLastName,
  Prénom: m.yourFirstName,
  Ville: m.yourTown,
  'Code postal': m.yourPostcode,
  'Code INSEE du pays': m.yourCountry,
  'Écriture en caractères latins': m.yourLatinSpelling,
})

/** 'votre SIRET, votre ville et votre code postal' */
export function missingForPartner(missing: readonly string[]): string {
  return new Intl.ListFormat(localeOf[currentLanguage()]).format(missing.map((each) => partnerWords[each] ?? each))
}

/** The mail that asks a partner, as staff see it before it is sent and as the partner reads it. */
export function requestParagraphs(about: {
  readonly providerName: string
  readonly year: number
  readonly missing: readonly string[]
}): readonly string[] {
  const { providerName, year, missing } = about
  return [m.requestReason({ provider: providerName, year, missing: missingForPartner(missing) }), m.requestWhere()]
}
