import { plainLine } from '#platform/domain/typed-text.ts'

/** What French names contain beyond ISO-8859-1. */
const replacements: Readonly<Record<string, string>> = {
  œ: 'oe',
  Œ: 'OE',
  Ÿ: 'Y',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  ı: 'i',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '€': 'EUR',
}

const isPrintable = (character: string) => /^[\x20-\x7e\xa1-\xff]$/.test(character)

/** Without the diacritics that ISO-8859-1 lacks; null for a character of another script. */
function inLatin(character: string): string | null {
  const plain = replacements[character] ?? character
  if ([...plain].every(isPrintable)) return plain
  const bare = plain.normalize('NFD').replace(/\p{M}/gu, '')
  return bare !== '' && [...bare].every(isPrintable) ? bare : null
}

/** The text in the printable characters of ISO-8859-1; null if it has letters of another script. */
export function latinText(text: string): string | null {
  const characters = [...plainLine(text).replace(/\s+/g, ' ')].map(inLatin)
  return characters.includes(null) ? null : characters.join('')
}
