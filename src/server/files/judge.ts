import { detectCfbf } from '@file-type/cfbf'
import { fileTypeFromFile } from 'file-type'
import type { FileKind } from '#domain/files.ts'

/** What the detector calls the kinds we know; anything else is not taken, whatever it is named. */
const kindOfExtension: Readonly<Record<string, FileKind>> = {
  pdf: 'pdf',
  doc: 'doc',
  docx: 'docx',
  xls: 'xls',
  xlsx: 'xlsx',
  ppt: 'ppt',
  pptx: 'pptx',
  jpg: 'jpeg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
}

/** PDF readers find the mark within the first kilobyte, after whatever a scanner or a mail gateway put before it. */
const pdfMark = Buffer.from('%PDF-')
const pdfMarkWithin = 1024

/** The kind of a file on disk, by its content alone; null for a kind that the portal does not take. */
export async function judgeFile(path: string, head: Buffer): Promise<FileKind | null> {
  if (head.subarray(0, pdfMarkWithin).includes(pdfMark)) return 'pdf'
  const found = await fileTypeFromFile(path, { customDetectors: [detectCfbf] })
  return (found && kindOfExtension[found.ext]) ?? null
}
