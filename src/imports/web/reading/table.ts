import { hasLostLetters } from '#platform/domain/damaged-cells.ts'
import { maxImportColumns, maxImportRows } from '../../domain/imports.ts'
import { type CountTitles, type FileContent, type FileForm, type FileRow, UnreadableFile } from './file-content.ts'

/** Lines searched for the titles, which may stand below a sheet name, a date or blank lines. */
export const maxLinesAbove = 10
/** Recognized titles that make a title line; fewer may be a coincidence. */
export const sureTitles = 2

/** Index of the title line: the one with the most recognized titles, or the first line if there are too few. */
function findHead(records: readonly FileRow[], titlesIn: CountTitles): number {
  const recognized = records.slice(0, maxLinesAbove).map(({ cells, broken }) => (broken ? 0 : titlesIn(cells)))
  const max = Math.max(0, ...recognized)
  return max >= sureTitles ? recognized.indexOf(max) : 0
}

/** What stands in rows and never in a line of titles. */
const isData = (cell: string) => /\S@\S+\.\S|^[-+]?[\d\s.,/€]+$/.test(cell.trim()) && cell.trim() !== ''

/**
 * The table of a file's lines: its titles, and the rows below. Lines above the titles are skipped, and what lies beyond the last
 * filled cell does not exist.
 */
export function tableOf(lines: readonly FileRow[], form: FileForm, titlesIn: CountTitles): FileContent {
  const records = lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const at = findHead(records, titlesIn)
  const head = records[at]
  const rows = records.slice(at + 1)
  if (!head) throw new UnreadableFile('empty')
  if (titlesIn(head.cells) === 0 && head.cells.some(isData)) throw new UnreadableFile('no_titles')
  if (rows.length === 0) throw new UnreadableFile('empty')
  if (rows.length > maxImportRows) throw new UnreadableFile('too_many_rows')
  if (head.cells.some(hasLostLetters)) throw new UnreadableFile('letters')
  const filled = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1
  const width = rows.reduce((max, { cells }) => Math.max(max, filled(cells)), filled(head.cells))
  if (width > maxImportColumns) throw new UnreadableFile('too_many_columns')
  const cut = (cells: readonly string[]) => (cells.length > width ? cells.slice(0, width) : cells)
  return {
    ...form,
    titles: Array.from({ length: width }, (_, column) => (head.cells[column] ?? '').trim()),
    rows: rows.map((row) => ({ ...row, cells: cut(row.cells) })),
  }
}
