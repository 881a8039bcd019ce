import { type FileHandle, open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import type { FileKind } from '#platform/domain/files.ts'
import { topStreams } from './compound-file.ts'
import { zipNames } from './zip-names.ts'

const pictures: Readonly<Record<string, FileKind>> = { jpg: 'jpeg', png: 'png', gif: 'gif', webp: 'webp' }

/** Office Open XML: folder of the main part, by type. */
const openXmlFolders: Readonly<Record<string, readonly [FileKind, string]>> = {
  docx: ['docx', 'word/'],
  xlsx: ['xlsx', 'xl/'],
  pptx: ['pptx', 'ppt/'],
}

/** Office 97-2003: name of the top-level stream, by type. */
const compoundStreams: readonly (readonly [string, FileKind])[] = [
  ['WordDocument', 'doc'],
  ['PowerPoint Document', 'ppt'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
]

/** PDF readers accept the header within the first kilobyte, after bytes added by scanners or mail gateways. */
const pdfMark = '%PDF-'
const pdfMarkWithin = 1024

/** Detects a file's type from its content; null if it is not accepted. */
export async function detectFileType(path: string): Promise<FileKind | null> {
  const type = (await fileTypeFromFile(path))?.ext
  const file = await open(path)
  try {
    if (type === undefined || type === 'pdf') return (await hasPdfMark(file)) ? 'pdf' : null
    if (type === 'cfb') {
      const streams = await topStreams(file)
      return compoundStreams.find(([name]) => streams.has(name))?.[1] ?? null
    }
    const openXml = openXmlFolders[type]
    if (openXml) return (await isWholeDocument(file, openXml[1])) ? openXml[0] : null
    return pictures[type] ?? null
  } finally {
    await file.close()
  }
}

async function hasPdfMark(file: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(pdfMarkWithin), 0, pdfMarkWithin, 0)
  return buffer.subarray(0, bytesRead).includes(pdfMark)
}

/** Stricter than the library, which trusts folder names: requires a list of parts and rejects macros. */
async function isWholeDocument(file: FileHandle, folder: string): Promise<boolean> {
  const names = await zipNames(file)
  const parts = [...names]
  return (
    names.has('[Content_Types].xml') &&
    names.has('_rels/.rels') &&
    parts.some((name) => name.startsWith(folder)) &&
    !parts.some((name) => name.endsWith('vbaProject.bin'))
  )
}
