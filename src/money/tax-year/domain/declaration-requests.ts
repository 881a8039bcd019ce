/** Who was asked within these days is asked again only if staff choose them. */
export const daysBetweenRequests = 7

export function isAskedLately(requestedAt: Date, now: Date): boolean {
  return now.getTime() - requestedAt.getTime() < daysBetweenRequests * 86_400_000
}

/** What a line lacks as its partner reads it: the declaration's own words are the tax office's. */
const partnerWords: Readonly<Record<string, string>> = {
  'SIRET valide': 'un SIRET valide',
  SIRET: 'votre SIRET',
  'Raison sociale': 'votre raison sociale',
  Nom: 'votre nom',
  Prénom: 'votre prénom',
  Ville: 'votre ville',
  'Code postal': 'votre code postal',
  'Code INSEE du pays': 'votre pays',
  'Écriture en caractères latins': 'vos nom et adresse en caractères latins',
}

/** 'votre SIRET, votre ville et votre code postal' */
export function missingForPartner(missing: readonly string[]): string {
  return new Intl.ListFormat('fr').format(missing.map((each) => partnerWords[each] ?? each))
}

/** The mail that asks a partner, as staff see it before it is sent and as the partner reads it. */
export function requestParagraphs(about: {
  readonly providerName: string
  readonly year: number
  readonly missing: readonly string[]
}): readonly string[] {
  const { providerName, year, missing } = about
  return [
    `${providerName} déclare à l’administration les commissions versées en ${year} (CGI, art. 240). ` +
      `Pour vous déclarer, il nous manque : ${missingForPartner(missing)}.`,
    'Complétez ces informations dans votre espace, sous « Billing ».',
  ]
}
