/** In the place of a character that the font does not have: a gap in a contract has to be seen. */
const replacement = '■'
const maxReported = 50
/** Longer than any word or address: pdfmake’s time and memory grow with the square of a word. */
const longWord = /[^\s]{200}(?=[^\s])/gu
const zeroWidthSpace = '\u200b'

/**
 * Text as it can be printed, and a list of what could not be. Invisible characters, which could turn the order of a line
 * around, are left out.
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
