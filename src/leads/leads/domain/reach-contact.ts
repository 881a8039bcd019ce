import { ofCompany } from '#leads/domain/client-names.ts'
import { m } from '../messages/messages.ts'

/**
 * A phone number as WhatsApp's links take it: the country's code and digits alone. A number without a country is a French one, as
 * the phones of the portal's leads are typed; null for what is no whole number.
 */
export function internationalDigits(phone: string): string | null {
  const compact = phone.replace(/\(0\)/g, '').replace(/[^\d+]/g, '')
  const digits = compact.replace(/^\+/, '').replace(/\+/g, '')
  if (compact.startsWith('+')) return isWhole(digits)
  if (digits.startsWith('00')) return isWhole(digits.slice(2))
  return digits.startsWith('0') && digits.length === 10 ? `33${digits.slice(1)}` : null
}

/** E.164 has at most 15 digits; what is shorter than 8 is an extension. */
const isWhole = (digits: string) => (digits.length >= 8 && digits.length <= 15 ? digits : null)

/**
 * The address that opens WhatsApp with a prepared text, which the person there sends or does not. Without a number WhatsApp asks
 * for whom it is.
 */
export function whatsAppAddress(text: string, phone = ''): string {
  return `https://wa.me/${internationalDigits(phone) ?? ''}?text=${encodeURIComponent(text)}`
}

/** The first sentence of a message to a lead's contact. */
export function greeting({ name, company }: { readonly name: string; readonly company: string }, sender: string): string {
  return m.greeting({ name, sender, of: ofCompany(company), company })
}
