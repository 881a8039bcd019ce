/** What is said of a row, in the language of whose screen it is: French for partners, English for staff. */
export interface ImportWords {
  readonly amount: (text: string) => string
  readonly offer: (text: string) => string
  readonly status: (text: string) => string
  readonly partner: (text: string) => string
  readonly shape: string
}

/** A cell as it is quoted in a message: short, and without what cannot be shown or stored. */
function quoted(text: string): string {
  const shown = text.replace(/[\p{Cc}\p{Cs}]/gu, ' ')
  return shown.length > 60 ? `${[...shown].slice(0, 60).join('')}…` : shown
}

export const wordsForPartners: ImportWords = {
  amount: (text) => `Montant illisible : « ${quoted(text)} »`,
  offer: (text) => `Offre inconnue : « ${quoted(text)} »`,
  status: (text) => `Statut inconnu : « ${quoted(text)} »`,
  partner: (text) => `Vous ne pouvez importer que vos propres leads, pas ceux de « ${quoted(text)} »`,
  shape: "Cette ligne n'a pas la forme attendue",
}

export const wordsForStaff: ImportWords = {
  amount: (text) => `Unreadable amount: “${quoted(text)}”`,
  offer: (text) => `Unknown offer: “${quoted(text)}”`,
  status: (text) => `Unknown status: “${quoted(text)}”`,
  partner: (text) => `Partner not found: ${quoted(text)}`,
  shape: 'This row does not have the expected shape',
}

/** All that a partner is told of a lead that somebody follows. */
export const knownToPartners = 'Ce contact est déjà suivi'

/** Staff see the other lead, and whose it is. */
export function knownToStaff(other: { name: string; company: string; partner: { name: string } }): string {
  return `Already followed: ${other.name}, ${other.company} (${other.partner.name})`
}
