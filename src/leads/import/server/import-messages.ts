import { type AmountMessages, englishAmountMessages, frenchAmountMessages, quoted } from '#platform/domain/typed-amounts.ts'

/** Messages about a row: French for partners, English for administrators. */
export interface RowMessages {
  readonly amount: AmountMessages
  readonly offer: (text: string) => string
  readonly status: (text: string) => string
  readonly partner: (text: string) => string
  readonly shape: string
}

export const messagesForPartners: RowMessages = {
  amount: frenchAmountMessages,
  offer: (text) => `Offre inconnue : « ${quoted(text)} »`,
  status: (text) => `Statut inconnu : « ${quoted(text)} »`,
  partner: (text) => `Vous ne pouvez importer que vos propres leads, pas ceux de « ${quoted(text)} »`,
  shape: "Cette ligne n'a pas la forme attendue",
}

export const messagesForAdmins: RowMessages = {
  amount: englishAmountMessages('The amount'),
  offer: (text) => `Unknown offer: “${quoted(text)}”`,
  status: (text) => `Unknown status: “${quoted(text)}”`,
  partner: (text) => `Partner not found: ${quoted(text)}`,
  shape: 'This row does not have the expected shape',
}

/** Partners are not told which lead it is. */
export const duplicateForPartners = 'Ce contact est déjà suivi'

/** One company, one commission: such a row would be signed beside another lead that may hold the company. */
export const signedTwiceForPartners = 'Ce contact est déjà suivi : il ne peut pas être importé comme signé'
export const signedTwiceForAdmins = 'This company is followed already: it cannot be imported as signed'

/** Administrators read which lead it is, and its partner. */
export function duplicateForAdmins(other: { name: string; company: string; partner: { name: string } }): string {
  return `Already followed: ${other.name}, ${other.company} (${other.partner.name})`
}
