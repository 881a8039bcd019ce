import { foldText } from './fold-text.ts'

/** A field's title in a file, then further ones that an import recognizes, normalized and separated by spaces. */
export type FileTitle = readonly [title: string, aliases: string]

/** The file's column of each field, counted from 0; null for a field that the file does not have. */
export type ColumnMapping<Field extends string> = Readonly<Record<Field, number | null>>

/** What a kind of file can hold, and how its titles are read. */
export function fileColumns<const Field extends string>(titles: Readonly<Record<Field, FileTitle>>) {
  const fields = Object.keys(titles) as Field[]
  const mapFields = <T>(toValue: (field: Field) => T) =>
    Object.fromEntries(fields.map((field) => [field, toValue(field)])) as Record<Field, T>
  const titleSets = mapFields((field) => {
    const [title, aliases] = titles[field]
    return new Set([field, title, ...aliases.split(' ')].map(normalizeTitle))
  })
  /** Finds the column of each field by its title. If two columns match a field, the first wins. */
  const map = (cells: readonly string[]): ColumnMapping<Field> => {
    const normalized = cells.map(titleKey)
    return mapFields((field) => {
      const column = normalized.findIndex((title) => titleSets[field].has(title))
      return column < 0 ? null : column
    })
  }
  return {
    fields: fields as readonly Field[],
    titleOf: (field: Field): string => titles[field][0],
    map,
    /** How many cells are titles that the import recognizes. */
    count: (cells: readonly string[]): number => Object.values(map(cells)).filter((column) => column !== null).length,
    /** A row's cells by field. */
    cellsOf: (cells: readonly string[], mapping: ColumnMapping<Field>): Record<Field, string> =>
      mapFields((field) => {
        const column = mapping[field]
        return column === null ? '' : (cells[column] ?? '')
      }),
  }
}

/** Words for the parts of a name; further pairs stand for what one word means in another language. */
const firstName = 'firstnames?|givennames?|forenames?|prenoms?|vornamen?|voornaam'
const lastName = 'lastname|familyname|surname|nachname|familienname|achternaam|nomdefamille|nomdusage'
const nameParts = [
  [`${firstName}|first$`, `${lastName}|last$`],
  [`${firstName}|first$`, 'nom|name'],
  ['nombres?|nome', 'apellidos?|cognome'],
].map((pair) => pair.map((words) => new RegExp(`^(?:${words})|(?:${words})$`)))
const middleName = /middlenames?$|additionalnames?$/
/** What a title adds that names the same person as one without it. */
const samePerson = /^(?:du|of)?(?:contact|person|personne|lead|prospect)$/

/** Columns of the parts of one person's name, the last name at the end; empty if there are none to be joined. */
function namePartColumns(titles: readonly string[]): readonly number[] {
  const keys = titles.map(normalizeTitle)
  // What is left of a title without the word says whose name it is.
  const persons = (word: RegExp) => keys.map((key) => (word.test(key) ? key.replace(word, '').replace(samePerson, '') : null))
  const middle = persons(middleName)
  for (const [first, last] of nameParts) {
    if (!first || !last) continue
    const [firsts, lasts] = [persons(first), persons(last)]
    const at = firsts.findIndex((person) => person !== null && lasts.includes(person))
    const person = firsts[at]
    if (person !== undefined) return [at, middle.indexOf(person), lasts.indexOf(person)].filter((column) => column >= 0)
  }
  return []
}

const joinedWith = ' + '

/**
 * Joins the columns of first and last name, wherever they stand: the one of the last name is then called 'Prénom + Nom' and holds
 * both. Null if the titles have no such columns.
 */
export function nameJoiner(titles: readonly string[]) {
  const columns = namePartColumns(titles)
  const last = columns.at(-1)
  if (last === undefined) return null
  const replace = (cells: readonly string[], text: string) =>
    Array.from({ length: Math.max(cells.length, last + 1) }, (_, at) => (at === last ? text : (cells[at] ?? '')))
  const parts = (cells: readonly string[]) => columns.map((column) => cells[column]?.trim() ?? '').filter(Boolean)
  return {
    titles: replace(titles, parts(titles).join(joinedWith)),
    cells: (cells: readonly string[]) => replace(cells, fullName(parts(cells))),
  }
}

/** A last name that is the whole name already is not made longer. */
function fullName(parts: readonly string[]): string {
  const [first = '', last = ''] = [parts[0], parts.at(-1)].map((part) => foldText(part ?? ''))
  return last.startsWith(`${first} `) || last.endsWith(` ${first}`) ? (parts.at(-1) ?? '') : parts.join(' ')
}

/** Whether the column of another title holds what this one does. */
export const isJoined = (title: string, titles: readonly string[]): boolean =>
  titles.some((each) => each.split(joinedWith).slice(0, -1).includes(title))

/** A title as titles are compared; a last name is a name, joined with the first name or alone. */
export function titleKey(title: string): string {
  const key = normalizeTitle(title.split(joinedWith).at(-1) ?? '')
  return key.replace(new RegExp(`${lastName}|last$|apellidos?|cognome`), 'name')
}

/** Ignores case, accents and punctuation: 'Société' equals ' societe ', 'call_effectue' equals 'Call effectué'. */
export function normalizeTitle(text: string): string {
  return foldText(text.normalize('NFKC')).replace(/[^\p{L}\p{N}]/gu, '')
}
