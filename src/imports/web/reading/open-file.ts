import { dayOrder, decimalSign, mayBeCents } from '../../domain/conventions.ts'
import type { ColumnField, FileRecord, Format } from '../../domain/formats.ts'
import { type ImportKind, kindsOfImport } from '../../domain/kinds.ts'
import { type MappedCells, type Mapping, mapRow, type TargetKinds } from '../../domain/mapping.ts'
import { type Recognition, recognise, titleCounter } from '../../domain/recognition.ts'
import { formats } from '../formats.ts'
import type { Choices, FileContent, FileForm, FileRow } from './file-content.ts'
import { readFile } from './read-file.ts'

/** What the portal calls the fields of a kind, in every language. */
export interface Known {
  readonly kind: ImportKind
  readonly own: Readonly<Record<ColumnField, readonly string[]>>
}

/** What the page knows of a file: its rows stay with whoever reads it. */
export interface FileSummary extends FileForm {
  readonly fileHash: string
  /** By which the mapping of these titles is remembered. */
  readonly titlesHash: string
  readonly titles: readonly string[]
  readonly rowCount: number
  /** The first rows, as they stand. */
  readonly preview: readonly FileRow[]
  /** The first value of each column that is not empty, and how many there are. */
  readonly examples: readonly string[]
  readonly filled: readonly number[]
  readonly recognition: Recognition
  /** The format's tool and record, and what it says of days and amounts. */
  readonly tool: string
  readonly record: FileRecord | null
  readonly amounts: Format['amounts'] | null
}

export interface ValueCount {
  readonly value: string
  readonly count: number
}

/** A row by the fields of its kind; null for one that is left out, `broken` for one whose quotation marks do not close. */
export interface MappedRow {
  readonly number: number
  readonly cells: MappedCells | null
  readonly broken: boolean
}

const [previewRows, sampleRows, maxValues] = [20, 200, 200]
/** Longer than any field allows: cells that are cut are still refused, and requests stay small. */
const maxCellLength = 3000

/** A file that was read, as long as its import takes. */
export class OpenFile {
  readonly #content: FileContent
  readonly #hashes: Hashes
  readonly #known: Known

  constructor(content: FileContent, hashes: Hashes, known: Known) {
    this.#content = content
    this.#hashes = hashes
    this.#known = known
  }

  static async read(file: Blob, known: Known, choices: Choices): Promise<OpenFile> {
    const content = await readFile(file, titleCounter(known.own, formats), choices)
    const titles = new TextEncoder().encode(JSON.stringify(content.titles.toSorted()))
    const [fileHash, titlesHash] = await Promise.all([sha256(await file.arrayBuffer()), sha256(titles)])
    return new OpenFile(content, { fileHash, titlesHash }, known)
  }

  summary(): FileSummary {
    const { titles, rows, ...form } = this.#content
    const columns = titles.map((_, column) => this.#values([column]))
    const recognition = recognise({
      titles,
      samples: columns.map((values) => values.slice(0, sampleRows)),
      own: this.#known.own,
      formats,
      ...kindsOfImport[this.#known.kind],
    })
    const format = recognition.format === null ? undefined : formats.get(recognition.format)
    return {
      ...form,
      titles,
      ...this.#hashes,
      rowCount: rows.length,
      preview: rows.slice(0, previewRows),
      examples: columns.map(([first = '']) => first),
      filled: columns.map(({ length }) => length),
      recognition,
      tool: format?.tool ?? '',
      record: format?.record ?? null,
      amounts: format?.amounts ?? null,
    }
  }

  /** The values of these columns that are not empty, in the order of the rows. */
  #values(columns: readonly number[]): string[] {
    return this.#content.rows.flatMap(({ cells }) => columns.flatMap((column) => cells[column]?.trim() || []))
  }

  /** Each value of these columns once, with how often it stands there, the most frequent first. */
  values(columns: readonly number[]): ValueCount[] {
    const counts = new Map<string, number>()
    for (const value of this.#values(columns)) counts.set(value, (counts.get(value) ?? 0) + 1)
    const all = [...counts].map(([value, count]) => ({ value, count })).toSorted((one, other) => other.count - one.count)
    return all.slice(0, maxValues)
  }

  /** What the values say of days and amounts, and what they leave open. */
  conventions(columns: { readonly days: readonly number[]; readonly amounts: readonly number[] }) {
    const amounts = this.#values(columns.amounts)
    return { days: dayOrder(this.#values(columns.days)), decimals: decimalSign(amounts), cents: mayBeCents(amounts) }
  }

  /** How many rows are sent: those that are not left out. */
  count(mapping: Mapping, targets: readonly string[], kinds: TargetKinds): number {
    return this.rows(0, this.#content.rows.length, mapping, targets, kinds).filter(({ cells }) => cells !== null).length
  }

  /** Rows as they are sent, from one place of the file to another. */
  rows(from: number, to: number, mapping: Mapping, targets: readonly string[], kinds: TargetKinds): MappedRow[] {
    return this.#content.rows.slice(from, to).map(({ number, cells, broken }) => ({
      number,
      broken,
      cells: broken
        ? {}
        : mapRow(
            cells.map((cell) => cell.slice(0, maxCellLength)),
            targets,
            mapping,
            kinds,
          ),
    }))
  }
}

type Hashes = Pick<FileSummary, 'fileHash' | 'titlesHash'>

async function sha256(bytes: BufferSource): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
