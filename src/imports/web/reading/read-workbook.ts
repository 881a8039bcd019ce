import readWorkbookFile from 'read-excel-file/web-worker'
import { type Choices, type CountTitles, type FileContent, UnreadableFile } from './file-content.ts'
import { tableOf } from './table.ts'

const two = (number: number) => String(number).padStart(2, '0')

/** A day, and the time where there is one: a workbook knows no time zone. */
function dayText(read: Date): string {
  // A time is a fraction of a day there, which no binary number holds exactly.
  const date = new Date(Math.round(read.getTime() / 1000) * 1000)
  const day = `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
  return time === '00:00' ? day : `${day} ${time}`
}

/** A number without the noise of its binary form: 1234.5600000000001 was typed as 1234.56. */
const numberText = (text: string) => (/[.e]/i.test(text) ? String(Number(Number(text).toPrecision(15))) : text)

const cellText = (cell: unknown) =>
  cell instanceof Date ? dayText(cell) : cell === null || cell === undefined ? '' : String(cell).toWellFormed()

/**
 * The table of a workbook: of the sheet that is chosen, else of the first that holds something. Numbers are texts, so that cents
 * stay; a formula is its stored result, a date what the format of its cell says.
 */
export async function readWorkbook(file: Blob, titlesIn: CountTitles, { sheet: chosen }: Choices = {}): Promise<FileContent> {
  const all = await readWorkbookFile(file, { parseNumber: numberText, trim: false }).catch(() => {
    throw new UnreadableFile('damaged')
  })
  const filled = all.filter(({ data }) => data.some((row) => row.some((cell) => cellText(cell).trim() !== '')))
  const sheet = filled.find((each) => each.sheet === chosen) ?? filled[0]
  if (!sheet) throw new UnreadableFile('empty')
  const lines = sheet.data.map((cells, at) => ({ number: at + 1, cells: cells.map(cellText), broken: false }))
  const form = { encoding: null, separator: null, sheet: sheet.sheet, sheets: filled.map((each) => each.sheet) }
  return tableOf(lines, form, titlesIn)
}
