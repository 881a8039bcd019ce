/** Text without invisible characters, which could reverse the text direction; spaces and line ends in one spelling. */
export function plainText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[\t\u202f]/g, (character) => (character === '\t' ? ' ' : '\u00a0'))
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/gu, '')
}
