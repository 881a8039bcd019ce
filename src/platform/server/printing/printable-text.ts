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
    const plain = text
      .normalize('NFC')
      .replace(/\r\n?/g, '\n')
      .replace(/[\t\u202f]/g, (character) => (character === '\t' ? ' ' : '\u00a0'))
      .replace(/[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/gu, '')
    for (const character of plain) {
      const fits = character === '\n' || hasGlyph(character.codePointAt(0) ?? 0)
      if (!fits && replaced.size < maxReported) replaced.add(character)
      printed += fits ? character : replacement
    }
    return printed.replace(longWord, (part) => part + zeroWidthSpace)
  }
  return { printable, replaced }
}
