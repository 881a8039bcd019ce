/**
 * What a typed text may hold, and how it is stored, shown and sent: forms, imports, mails, files and searches all ask here. What
 * nobody sees could hide a word from a search, break the line of a file or turn its direction; some of it is part of a language.
 */

const ignorable = String.raw`[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]`
/** What looks differently with it: selectors of a variation, and the joiner of combining marks. */
const selector = String.raw`[\u034f\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`
/** Letters of scripts in which joiners say nothing, though copied texts are full of them. */
const unjoined = String.raw`[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}\p{sc=Common}\u0300-\u036f]`

/** Characters that nobody sees, after which each needs one that looks differently with it. */
const needed = [
  // The flags of England, Scotland and Wales, then families, professions and other emoji of several.
  String.raw`\u{1f3f4}[\u{e0020}-\u{e007e}]{1,8}\u{e007f}`,
  String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?\u200d(?=\p{Extended_Pictographic})`,
  // Persian, the scripts of India and Mongolian; in South-East Asia, ends of words that no space parts.
  String.raw`(?!${ignorable}|${unjoined})[\p{L}\p{M}][\u200c\u200d\u180e]`,
  String.raw`[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]\u200b`,
  String.raw`(?!${ignorable}|\u2800)[\p{L}\p{M}\p{N}\p{P}\p{S}]${selector}`,
].join('|')
/** Group 1 is kept, and group 2, a mark of direction, in a text that turns. */
const unseen = new RegExp(String.raw`(${needed})|([\u061c\u200e\u200f])|${ignorable}|(?![\t-\r\u0085])\p{Cc}`, 'gu')
const rightToLeft = /(?=\p{L})[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u

/** Most texts: nothing in them to look at. */
const ordinary = /^[ -~\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u20ac]*$/

/** In NFC, without what nobody sees but what languages and emoji need. Embedded and overridden directions always go. */
function visible(text: string): string {
  if (ordinary.test(text)) return text
  const turns = rightToLeft.test(text)
  return text.replace(unseen, (_, kept?: string, mark?: string) => kept ?? (turns ? (mark ?? '') : '')).normalize('NFC')
}

/** The blank of Braille is no white space to Unicode. */
const blank = /^[\s\u2800]*$/
const trimmed = (text: string) => (blank.test(text) ? '' : text.trim())

/** A part of a line, with the spaces at its ends: white space with a line break or a tab in it is a space. */
export const inLine = (text: string): string =>
  visible(text).replace(/[\s\u0085]+/g, (run) => (/[\t-\r\u0085\u2028\u2029]/.test(run) ? ' ' : run))

/** One line. Twice changes nothing. */
export const oneLine = (text: string): string => trimmed(inLine(text))

const lineEnd = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/** The same of a text of several lines, whose ends have one spelling. */
export const manyLines = (text: string): string => trimmed(visible(text).replace(lineEnd, '\n'))

/** A number, a code or a day as it is read: spaces only group it. */
export const compact = (text: string): string => oneLine(text).replace(/\s+/g, '')

const ignored = new RegExp(String.raw`${ignorable}|(?!\n)\p{Cc}`, 'gu')

/** Without all that nobody sees, for what shapes no scripts: printed pages, terminals, comparisons. Line ends are kept. */
export function plainText(text: string): string {
  return text
    .replace(lineEnd, '\n')
    .replace(/[\t\u202f]/g, (character) => (character === '\t' ? ' ' : '\u00a0'))
    .replace(ignored, '')
    .normalize('NFC')
}

export const plainLine = (text: string): string => plainText(oneLine(text))

/** The name of a file: one line that is no path. */
export const fileName = (text: string): string => oneLine(text).replace(/[/\\]/g, '_')
