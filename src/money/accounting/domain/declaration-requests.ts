import { currentLanguage, localeOf, texts } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'
import type { Das2Missing } from './declaration.ts'

/** Who was asked within these days is asked again only if staff choose them. */
export const daysBetweenRequests = 7

export function isAskedLately(requestedAt: Date, now: Date): boolean {
  return now.getTime() - requestedAt.getTime() < daysBetweenRequests * 86_400_000
}

/** What a line lacks as its partner reads it. */
const partnerWords: Readonly<Record<Das2Missing, string>> = texts({
  valid_siret: m.validSiret,
  siret: m.yourSiret,
  company_name: m.yourCompanyName,
  last_name: m.yourLastName,
  first_name: m.yourFirstName,
  town: m.yourTown,
  postcode: m.yourPostcode,
  country_code: m.yourCountry,
  latin_script: m.yourLatinSpelling,
})

/** 'votre SIRET, votre ville et votre code postal' */
function missingForPartner(missing: readonly Das2Missing[]): string {
  return new Intl.ListFormat(localeOf[currentLanguage()]).format(missing.map((each) => partnerWords[each]))
}

interface RequestFacts {
  readonly name: string
  readonly providerName: string
  readonly year: number
  readonly missing: readonly Das2Missing[]
}

/** The mail that asks a partner, as staff see it before it is sent and as the partner reads it. */
export function requestMail({ name, providerName, year, missing }: RequestFacts) {
  const reason = m.requestReason({ provider: providerName, year, missing: missingForPartner(missing) })
  return { subject: m.requestSubject({ year }), paragraphs: [m.helloName({ name }), reason, m.requestWhere()] }
}
