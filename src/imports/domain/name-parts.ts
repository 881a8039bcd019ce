import { normalizeTitle } from '#platform/domain/file-columns.ts'
import { foldText } from '#platform/domain/fold-text.ts'

/** Words for the parts of a name; further pairs stand for what one word means in another language. */
const firstName = 'firstnames?|givennames?|forenames?|prenoms?|vornamen?|voornaam'
const lastName = 'lastname|familyname|surname|nachname|familienname|achternaam|nomdefamille|nomdusage'
const nameParts = [
  [`${firstName}|first$`, `${lastName}|last$`],
  [`${firstName}|first$`, 'nom|name'],
  ['nombres?|nome', 'apellidos?|cognome'],
].map((pair) => pair.map((words) => new RegExp(`^(?:${words})|(?:${words})$`)))
const middleName = /middlenames?$|additionalnames?$/

/** Columns of the parts of one person's name, the last name at the end; empty if there are none to be joined. */
export function namePartColumns(titles: readonly string[], prefixes: readonly string[]): readonly number[] {
  const keys = titles.map(normalizeTitle)
  // What is left of a title without the word says whose name it is: that of the record itself, or of somebody else.
  const itself = new RegExp(`^(?:du|of)?(?:${prefixes.join('|')})?$`)
  const columnOf = (word: RegExp) => keys.findIndex((key) => word.test(key) && itself.test(key.replace(word, '')))
  for (const [first, last] of nameParts) {
    const columns = first && last ? [columnOf(first), columnOf(middleName), columnOf(last)] : []
    if (columns[0] !== -1 && columns[2] !== -1) return columns.filter((column) => column >= 0)
  }
  return []
}

/** What several columns hold together: a last name that is the whole name already is not made longer. */
export function joinCells(cells: readonly string[]): string {
  const parts = cells.map((cell) => cell.trim()).filter(Boolean)
  const [first = '', last = ''] = [parts[0], parts.at(-1)].map((part) => foldText(part ?? ''))
  return parts.length > 1 && (last.startsWith(`${first} `) || last.endsWith(` ${first}`)) ? (parts.at(-1) ?? '') : parts.join(' ')
}
