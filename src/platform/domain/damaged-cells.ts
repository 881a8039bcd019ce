import { m } from '../messages/messages.ts'
import type { FieldError } from './refusal.ts'
import { quoted } from './typed-amounts.ts'

/** UTF-8 that was read as Windows-1252: 'Ã©' and 'â€™' stand in no word of any language. */
const misread = /[ÂÃ][\u0080-\u00bfŒœŠšŸŽžƒˆ˜–—‘’‚“”„†‡•…‰‹›€™]|â€/

/** Whether letters of a text were lost before it came here: what no encoding could read is U+FFFD, or half of a pair. */
export const hasLostLetters = (text: string): boolean => text.toWellFormed().includes('\ufffd') || misread.test(text)

/** '6,12346E+10': a spreadsheet has shown a long number shortened, and its last digits are gone. */
export const isShortened = (text: string): boolean => /^[+-]?\d(?:[.,]\d+)?E\+\d+$/i.test(text.trim())

/** Why cells of a file's row cannot be taken, since what they said is lost. */
export function damagedCells(cells: Readonly<Record<string, string>>): FieldError[] {
  return Object.entries(cells).flatMap(([path, text]) => {
    if (hasLostLetters(text)) return { path, message: m.lettersLost({ text: quoted(text) }) }
    return isShortened(text) ? { path, message: m.numberShortened({ text: quoted(text) }) } : []
  })
}
