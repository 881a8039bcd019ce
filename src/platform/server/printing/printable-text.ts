import { plainText } from '#platform/domain/typed-text.ts'

/** Visible replacement for characters missing in the font. */
const replacement = '■'
const maxReported = 50
/** Maximum word length, above any real word or URL: pdfmake's cost is quadratic in the length of a word. */
const longWord = /[^\s]{200}(?=[^\s])/gu
const zeroWidthSpace = '\u200b'

/**
 * Printable text, and the characters that were replaced. Removes invisible characters, which could reverse the text
 * direction.
 */
export function printer(hasGlyph: (codePoint: number) => boolean) {
  const replaced = new Set<string>()
  const printable = (text: string): string => {
    let printed = ''
    for (const character of plainText(text)) {
      const fits = character === '\n' || hasGlyph(character.codePointAt(0) ?? 0)
      if (!fits && replaced.size < maxReported) replaced.add(character)
      printed += fits ? character : replacement
    }
    return printed.replace(longWord, (part) => part + zeroWidthSpace)
  }
  return { printable, replaced }
}
