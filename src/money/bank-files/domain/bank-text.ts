import { plainLine } from '#platform/domain/typed-text.ts'
import { m } from '../messages/messages.ts'

/** Longest name of an account holder or provider, in characters of the bank's set (EPC implementation guidelines). */
export const maxBankName = 70
/** Longest unstructured remittance text. */
export const maxRemittance = 140
/** Longest message, payment information, instruction and end-to-end identification. */
export const maxBankId = 35

/** What Unicode does not decompose into Latin letters, as the conversion table EPC217-08 has it or as it is usually typed. */
const replacements: Readonly<Record<string, string>> = {
  œ: 'oe',
  Œ: 'OE',
  æ: 'ae',
  Æ: 'AE',
  ß: 'ss',
  ẞ: 'SS',
  þ: 'th',
  Þ: 'TH',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ħ: 'h',
  Ħ: 'H',
  ŧ: 't',
  Ŧ: 'T',
  ŋ: 'n',
  Ŋ: 'N',
  ı: 'i',
  ĸ: 'k',
  ſ: 's',
  ə: 'a',
  Ə: 'A',
  ƒ: 'f',
  '€': 'EUR',
  '&': '+',
  '@': '(at)',
  _: '-',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '`': "'",
  '“': "'",
  '”': "'",
  '„': "'",
  '«': "'",
  '»': "'",
  '"': "'",
  '–': '-',
  '—': '-',
  '−': '-',
  '‐': '-',
  '‑': '-',
  '⁄': '/',
}

/** Most texts: words of the set with one space or slash between them. */
const unchanged = /^[A-Za-z0-9\-?:().,'+]+(?:[ /][A-Za-z0-9\-?:().,'+]+)*$/
const outsideSet = /[^A-Za-z0-9/\-?:().,'+ ]/gu

/** Latin letters without diacritics wherever there are some; other characters as they are. */
function withoutDiacritics(text: string): string {
  return text
    .replaceAll('´', "'")
    .replaceAll('µ', 'u')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]/gu, (character) => replacements[character] ?? character)
}

/**
 * The text as banks accept it in SEPA files (EPC217-08): `a-z A-Z 0-9 / - ? : ( ) . , ' +` and spaces, without `//` and without
 * `/` or a space at either end, at most `max` characters. Characters that have no equivalent become '.'. Converting twice changes
 * nothing. '«Cœur» & Ça' -> "'Coeur' + Ca".
 */
export function bankText(text: string, max: number): string {
  if (text.length <= max && unchanged.test(text)) return text
  return withoutDiacritics(plainLine(text))
    .replace(/\s/gu, ' ')
    .replace(outsideSet, '.')
    .replace(/\/{2,}/g, '/')
    .replace(/ {2,}/g, ' ')
    .replace(/^[ /]+/, '')
    .slice(0, max)
    .replace(/[ /]+$/, '')
}

/** Whether an identification goes into a file unchanged: 1 to 35 characters of the bank's set. */
export function isBankId(id: string): boolean {
  return id !== '' && bankText(id, maxBankId) === id
}

/** Why no bank could compare this name, in words for the person who typed it; null when it can be sent. */
export function bankNameProblem(name: string): string | null {
  const foreign = /(?![A-Za-z])\p{L}/u.exec(withoutDiacritics(name))
  if (foreign) return m.latinLetters({ value: foreign[0] })
  if (!/[A-Za-z0-9]/.test(bankText(name, maxBankName))) return m.holderMissing()
  return null
}
