import type { EmbeddedFont } from '@libpdf/core'
import { plainLine } from '#platform/domain/typed-text.ts'
import { typeset } from '#platform/domain/typesetting.ts'

/** Replacement for characters missing in the font; the attached evidence has the exact text. */
export const replacement = '◊'

/** A line as it is printed; missing glyphs are replaced visibly. */
export function printable(text: string, font: EmbeddedFont): string {
  const plain = plainLine(typeset(text))
  const missing = new Set(font.getUnencodableCharacters(plain))
  if (missing.size === 0) return plain
  return [...plain].map((character) => (missing.has(character) ? replacement : character)).join('')
}

/** Whether the font has all characters. */
export function fits(text: string, font: EmbeddedFont): boolean {
  return font.getUnencodableCharacters(text.normalize('NFC')).length === 0
}

/** Wraps text to a width; breaks words longer than a line, such as hashes. */
export function wrapped(text: string, font: EmbeddedFont, size: number, width: number): string[] {
  const lines: string[] = []
  const wide = (line: string) => font.widthOfTextAtSize(line, size) > width
  for (const paragraph of text.split(/\r\n|\r|\n/)) {
    let line = ''
    for (const word of printable(paragraph, font).split(' ')) {
      const longer = line ? `${line} ${word}` : word
      if (!wide(longer)) {
        line = longer
        continue
      }
      if (line) lines.push(line)
      line = ''
      for (const character of word) {
        if (line && wide(line + character)) {
          lines.push(line)
          line = ''
        }
        line += character
      }
    }
    lines.push(line)
  }
  return lines
}

/** Shrinks text to at most three quarters of the size to fit one line, then truncates it with an ellipsis. */
export function fitted(text: string, font: EmbeddedFont, size: number, width: number): { text: string; size: number } {
  const line = printable(text, font)
  const smaller = Math.max(size * 0.75, Math.min(size, (size * width) / Math.max(1, font.widthOfTextAtSize(line, size))))
  const characters = [...line]
  const tooWide = () => font.widthOfTextAtSize(characters.join(''), smaller) > width + 0.01
  while (characters.length > 1 && tooWide()) characters.pop()
  return { text: characters.length < [...line].length ? `${characters.join('')}…` : line, size: smaller }
}
