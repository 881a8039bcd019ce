import type { Message } from '#platform/domain/languages.ts'
import { type AmountMessages, englishAmountMessages, frenchAmountMessages, quoted } from '#platform/domain/typed-amounts.ts'
import { m } from '../messages/messages.ts'

/** Messages about a row: French for partners, English for administrators. */
export interface RowMessages {
  readonly amount: AmountMessages
  readonly offer: (text: string) => string
  readonly status: (text: string) => string
  readonly partner: (text: string) => string
  readonly shape: Message
}

export const messagesForPartners: RowMessages = {
  amount: frenchAmountMessages,
  offer: (text) => m.ownOfferUnknown({ text: quoted(text) }),
  status: (text) => m.ownStatusUnknown({ text: quoted(text) }),
  partner: (text) => m.onlyOwnLeads({ text: quoted(text) }),
  shape: m.ownRowUnreadable,
}

export const messagesForAdmins: RowMessages = {
  amount: englishAmountMessages('The amount'),
  offer: (text) => m.offerUnknown({ text: quoted(text) }),
  status: (text) => m.statusUnknown({ text: quoted(text) }),
  partner: (text) => m.partnerNotFound({ text: quoted(text) }),
  shape: m.rowUnreadable,
}

/** Partners are not told which lead it is. */
export const duplicateForPartners = m.contactIsFollowed

/** One company, one commission: such a row would be signed beside another lead that may hold the company. */
export const signedTwiceForPartners = m.contactSignedTwice
export const signedTwiceForAdmins = m.companySignedTwice

/** Administrators read which lead it is, and its partner. */
export function duplicateForAdmins(other: { name: string; company: string; partner: { name: string } }): string {
  return m.alreadyFollowed({ name: other.name, company: other.company, partner: other.partner.name })
}
