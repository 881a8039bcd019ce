import type { Encoding } from '#platform/web/app/forms/decode-text.ts'

/** A row of the file, numbered as in a spreadsheet. */
export interface FileRow {
  readonly number: number
  readonly cells: readonly string[]
  /** Has an unclosed quotation mark, so that its cells cannot be separated. */
  readonly broken: boolean
}

/** What was guessed of a file, or chosen. */
export interface FileForm {
  readonly encoding: Encoding | null
  readonly separator: string | null
  readonly sheet: string | null
  /** The sheets that hold something; none of a CSV file. */
  readonly sheets: readonly string[]
}

export interface FileContent extends FileForm {
  readonly titles: readonly string[]
  readonly rows: readonly FileRow[]
}

export const separators = [';', ',', '\t', '|'] as const

/** What a person has chosen instead of a guess. */
export interface Choices {
  readonly encoding?: Encoding
  readonly separator?: string
  readonly sheet?: string
}

/** Why a file cannot be read. */
export const fileProblems = [
  'too_large',
  'too_many_rows',
  'too_many_columns',
  'old_workbook',
  'protected',
  'damaged',
  'not_a_table',
  'pdf',
  'letters',
  'empty',
  'no_titles',
] as const
export type FileProblem = (typeof fileProblems)[number]

export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
  readonly problem: FileProblem
  constructor(problem: FileProblem) {
    super(problem)
    this.problem = problem
  }
}

/** How many cells of a line are titles that an import knows. */
export type CountTitles = (cells: readonly string[]) => number
