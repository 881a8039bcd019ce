/** More refused contacts of a partner than this in a day are a task of staff: somebody may be trying addresses. */
export const maxRefusedADay = 5

/**
 * The telephones in a text, each as `app.phone_key` compares one: its digits with the country’s code, French without one. Numbers
 * apart by words or signs are several, and what is too short to be somebody’s, such as an extension, is none.
 */
export function phoneKeys(text: string): readonly string[] {
  const typed = text.normalize('NFKC').replace(/\p{Nd}/gu, asciiDigit)
  const keys = [typed, ...typed.split(/[\p{L}/;,|&#]+/u)].map((part) => keyOfOne(part.trim()))
  return [...new Set([...keys, ...keys.map(inFrance)].filter((key) => key !== ''))]
}

/** French numbers are typed without their 0, with it after the country’s code, and with more of them before. */
function inFrance(key: string): string {
  const digits = key.replace(/^0+/, '')
  if (/^330\d{9}$/.test(digits)) return `33${digits.slice(3)}`
  return digits.length === 9 ? `33${digits}` : digits
}

function keyOfOne(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  if (digits.length < 6) return ''
  if (/^(\+|00)33\D*0/.test(typed)) return `33${digits.replace(/^0+/, '').slice(3)}`
  if (typed.startsWith('+')) return digits
  if (digits.startsWith('00')) return digits.slice(2)
  return digits.startsWith('0') && digits.length === 10 ? `33${digits.slice(1)}` : digits
}

/** Scripts have their digits from 0 to 9 one after the other, with something else before. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}
