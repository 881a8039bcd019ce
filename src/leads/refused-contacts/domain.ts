/** More refused contacts of a partner than this in a day are a task of staff: somebody may be trying addresses. */
export const maxRefusedADay = 5

/**
 * A telephone as `app.phone_key` compares it: its digits with the country’s code, French without one; '' for what is too short to
 * be somebody’s. Digits of other scripts are those that they stand for.
 */
export function phoneKey(phone: string): string {
  const typed = phone.normalize('NFKC').trim()
  const digits = typed.replace(/\D/g, '')
  if (digits.length < 6) return ''
  if (/^(\+|00)33\D*0/.test(typed)) return `33${digits.replace(/^0+/, '').slice(3)}`
  if (typed.startsWith('+')) return digits
  if (digits.startsWith('00')) return digits.slice(2)
  return digits.startsWith('0') && digits.length === 10 ? `33${digits.slice(1)}` : digits
}
