import { type Choices, type CountTitles, type FileContent, UnreadableFile } from './file-content.ts'
import { readCsv } from './read-csv.ts'

export const maxFileBytes = 50 * 1024 * 1024

/** How a workbook of before, or one with a password, names what it holds. */
const encrypted = [...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0])

function holds(bytes: Uint8Array, wanted: readonly number[]): boolean {
  const end = Math.min(bytes.length, 1024 * 1024) - wanted.length
  for (let at = 0; at <= end; at += 1) if (wanted.every((byte, offset) => bytes[at + offset] === byte)) return true
  return false
}

/** Reads a file: a workbook, or CSV in any encoding and with any separator. Throws an UnreadableFile that says why not. */
export async function readFile(file: Blob, titlesIn: CountTitles, choices: Choices = {}): Promise<FileContent> {
  if (file.size > maxFileBytes) throw new UnreadableFile('too_large')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const beginning = new TextDecoder('windows-1252').decode(bytes.subarray(0, 64)).replace(/^ï»¿/, '').trimStart()
  if (beginning.startsWith('%PDF')) throw new UnreadableFile('pdf')
  // Web pages that some tools call a workbook.
  if (beginning.startsWith('<')) throw new UnreadableFile('not_a_table')
  if (beginning.startsWith('ÐÏ\x11à')) throw new UnreadableFile(holds(bytes, encrypted) ? 'protected' : 'old_workbook')
  if (!beginning.startsWith('PK\x03\x04')) return readCsv(bytes, titlesIn, choices)
  // Tests of other files need no library for workbooks; the worker holds it, which is loaded with the first file.
  const { readWorkbook } = await import('./read-workbook.ts')
  return readWorkbook(new Blob([bytes]), titlesIn, choices)
}
