import { normalizeTitle } from '#platform/domain/file-columns.ts'
import { foldText } from '#platform/domain/fold-text.ts'
import { agreement, fieldOfValues } from './column-values.ts'
import type { ColumnField, FileRecord, Format } from './formats.ts'
import { namePartColumns } from './name-parts.ts'

export interface ColumnGuess {
  /** Null: nothing is known of it; `none`: it is known and has no counterpart. */
  readonly field: ColumnField | null
  /** What is not sure is shown and not taken. */
  readonly isSure: boolean
}

export interface Recognition {
  /** The name of the format that three fifths of the titles are of. */
  readonly format: string | null
  readonly columns: readonly ColumnGuess[]
}

interface Known {
  readonly titles: readonly string[]
  /** The first values of each column. */
  readonly samples: readonly (readonly string[])[]
  /** What the portal itself calls its fields, in every language. */
  readonly own: Readonly<Record<ColumnField, readonly string[]>>
  readonly formats: ReadonlyMap<string, Format>
  /** What the rows can be. */
  readonly records: readonly FileRecord[]
  /** Words before a title that name the record itself: 'Deal - ' of a file of deals. */
  readonly prefixes: readonly string[]
}

/** As many titles of a file as make it one of a format. */
const formatShare = 3 / 5
const [sureScore, doubtfulScore, margin] = [0.75, 0.35, 0.2]
/** What one tool alone calls so, in a file that is not like its files, is not sure. */
const evidence = 0.6
/** An own title outweighs what one tool calls something else so. */
const ownWeight = 1.5

interface Meaning {
  readonly field: ColumnField
  readonly weight: number
}
interface Dictionary {
  readonly byKey: ReadonlyMap<string, readonly Meaning[]>
  readonly byWords: readonly { readonly words: ReadonlySet<string>; readonly key: string }[]
}

/** Finds what the columns of a file hold, by title, by the other titles beside it and by the values. */
export function recognise(known: Known): Recognition {
  const { titles, samples, formats } = known
  const format = formatOf(known)
  const of = format === null ? undefined : formats.get(format)
  const isFormat = of !== undefined
  const named = new Map(isFormat ? entriesOf(of.titles).map(([field, title]) => [normalizeTitle(title), field]) : [])
  const dictionary = dictionaryOf(known)
  const parts = namePartColumns(titles, known.prefixes)
  const scores = titles.map((title, column) => {
    const values = samples[column] ?? []
    const part = parts.indexOf(column)
    if (part >= 0) return new Map([[part === 0 ? 'firstName' : part === parts.length - 1 ? 'lastName' : 'middleName', 1]])
    const sure = named.get(normalizeTitle(title))
    if (sure !== undefined) return new Map([[sure, Math.max(0.8, agreement(sure, values))]])
    const found = new Map<ColumnField, number>()
    for (const { field, weight } of meaningsOf(title, known, dictionary)) {
      found.set(field, Math.max(found.get(field) ?? 0, weight * agreement(field, values)))
    }
    const told = fieldOfValues(values)
    if (told && Math.max(0, ...found.values()) < doubtfulScore) found.set(told, 0.45)
    return found
  })
  return { format, columns: chooseFields(scores) }
}

/** Each field of one column goes to the one that is surest of it; a second column of it is not taken. */
function chooseFields(scores: readonly ReadonlyMap<ColumnField, number>[]): ColumnGuess[] {
  const best = scores.map((found) => {
    const [first, second] = [...found].toSorted(([, one], [, other]) => other - one)
    return first ? { field: first[0], score: first[1], second: second?.[1] ?? 0 } : null
  })
  const taken = new Set<ColumnField>()
  const guesses: ColumnGuess[] = best.map(() => ({ field: null, isSure: false }))
  const byScore = best.flatMap((guess, column) => (guess ? [{ ...guess, column }] : [])).toSorted((a, b) => b.score - a.score)
  for (const { field, score, second, column } of byScore) {
    if (score < doubtfulScore) continue
    const isSure = score >= sureScore && score - second >= margin && (field === 'none' || !taken.has(field))
    if (isSure) taken.add(field)
    guesses[column] = { field, isSure }
  }
  return guesses
}

/** Counts the cells of a line that are titles of the portal or of a format, by which the line of titles is found. */
export function titleCounter(own: Known['own'], formats: Known['formats']): (cells: readonly string[]) => number {
  const all = [own, ...[...formats.values()].map(({ titles }) => titles)].flatMap(entriesOf)
  const known = new Set(all.map(([, title]) => normalizeTitle(title)))
  return (cells) => new Set(cells.map(normalizeTitle).filter((key) => known.has(key))).size
}

const entriesOf = (titles: Readonly<Record<ColumnField, readonly string[]>>) =>
  Object.entries(titles).flatMap(([field, all]) => all.map((title) => [field, title] as const))

/**
 * The format that a file is of: the one that most of its titles are of, three fifths at least. Of two it is the one of such rows,
 * then the one that has fewer titles beside them.
 */
function formatOf({ titles, own, formats, records }: Known): string | null {
  const keys = titles.map(normalizeTitle).filter(Boolean)
  const counts = [...formats].map(([name, { titles: known, record, tool }]) => {
    // Titles that many tools use stand beside the portal's own: its files have fields that no other tool knows.
    const all = new Set([...entriesOf(known), ...(tool ? [] : entriesOf(own))].map(([, title]) => normalizeTitle(title)))
    const isMeant = records.includes(record)
    return { name, count: tool || isMeant ? keys.filter((key) => all.has(key)).length : 0, isMeant, of: all.size }
  })
  const order = (one: (typeof counts)[number], other: (typeof counts)[number]) =>
    other.count - one.count || Number(other.isMeant) - Number(one.isMeant) || one.of - other.of
  const [best] = counts.toSorted(order)
  return best && best.count >= Math.max(2, keys.length * formatShare) ? best.name : null
}

/** What each title means in the formats that can be meant; each weighs by how much the file is like it. */
function dictionaryOf({ titles, own, formats, records }: Known): Dictionary {
  const keys = new Set(titles.map(normalizeTitle))
  const sources = [...formats.values()].filter(({ record }) => records.includes(record)).map((format) => format.titles)
  const byKey = new Map<string, Meaning[]>()
  const add = (source: Readonly<Record<ColumnField, readonly string[]>>, factor: number) => {
    const entries = entriesOf(source).map(([field, title]) => [field, normalizeTitle(title)] as const)
    const fields = new Set(entries.filter(([, key]) => keys.has(key)).map(([field]) => field))
    const weight = factor * (0.2 + fields.size / Math.max(1, Math.min(Object.keys(source).length, keys.size)))
    for (const [field, key] of entries) byKey.set(key, [...(byKey.get(key) ?? []), { field, weight }])
  }
  add(own, ownWeight)
  for (const source of sources) add(source, 1)
  const all = [own, ...sources].flatMap(entriesOf)
  return { byKey, byWords: all.map(([, title]) => ({ words: wordsOf(title), key: normalizeTitle(title) })) }
}

const wordsOf = (title: string): ReadonlySet<string> =>
  new Set(
    foldText(title.replace(/([a-z])([A-Z])/g, '$1 $2'))
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 1 && !smallWords.has(word)),
  )
const smallWords = new Set(['de', 'du', 'des', 'la', 'le', 'les', 'of', 'the', 'en', 'id', 'd', 'l'])

/** The meanings of one key, whose weights are shares of all that it can mean. */
function shares(key: string, { byKey }: Dictionary, factor: number): Meaning[] {
  const found = byKey.get(key) ?? []
  const total = found.reduce((sum, { weight }) => sum + weight, 0)
  const certainty = total < evidence ? factor * 0.7 : factor
  return [...Map.groupBy(found, ({ field }) => field)].map(([field, all]) => ({
    field,
    weight: (certainty * all.reduce((sum, { weight }) => sum + weight, 0)) / total,
  }))
}

function meaningsOf(title: string, { prefixes }: Known, dictionary: Dictionary): Meaning[] {
  const exact = shares(normalizeTitle(title), dictionary, 1)
  if (exact.length > 0) return exact
  const [, rest = ''] = new RegExp(`^(?:${prefixes.join('|')})s?\\s*[-_./: ]\\s*(.+)$`, 'i').exec(title) ?? []
  const bare = shares(normalizeTitle(rest), dictionary, 0.9)
  if (bare.length > 0) return bare
  const words = wordsOf(rest || title)
  if (words.size === 0) return []
  const near = dictionary.byWords.map((each) => {
    const common = [...words].filter((word) => each.words.has(word)).length
    return { key: each.key, likeness: common / (words.size + each.words.size - common) }
  })
  const best = near.reduce((max, each) => (each.likeness > max.likeness ? each : max), { key: '', likeness: 0 })
  return best.likeness >= 0.5 ? shares(best.key, dictionary, 0.4 + 0.3 * best.likeness) : []
}
