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
    const normalized = cells.map(normalizeTitle)
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

/** Ignores case, accents and punctuation: 'Société' equals ' societe ', 'call_effectue' equals 'Call effectué'. */
export function normalizeTitle(text: string): string {
  return foldText(text.normalize('NFKC')).replace(/[^\p{L}\p{N}]/gu, '')
}
