import { plainText } from './typed-text.ts'

/**
 * Lower case without accents, with straight apostrophes and one kind of space, and without what nobody sees, for comparing text:
 * for French the same as the database's `app.unaccent(lower(...))`, with which its generated columns are built.
 */
export function foldText(text: string): string {
  const letters = plainText(text.toLowerCase())
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\s\u2800]+/g, ' ')
  return letters.replace(/œ/g, 'oe').replace(/æ/g, 'ae').replace(/[‘’]/g, "'")
}
