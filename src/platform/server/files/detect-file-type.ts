import { type FileHandle, open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import type { FileKind } from '#platform/domain/files.ts'
import { topStreams } from './compound-file.ts'

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

const endMark = 0x06054b50
const entryMark = 0x02014b50
const endSize = 22
const maxCommentLength = 0xffff
/** Size limit of the central directory; Office files have a few hundred entries. */
const maxListed = 4 * 1024 * 1024

/** Entry names of a zip from its central directory. Empty if the file is truncated or not a zip. */
async function zipNames(file: FileHandle): Promise<Set<string>> {
  const { size } = await file.stat()
  const read = async (from: number, to: number) => {
    const length = to - from
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from)
    return buffer.subarray(0, bytesRead)
  }
  const tail = await read(Math.max(0, size - endSize - maxCommentLength), size)
  let end = tail.length - endSize
  while (end >= 0 && tail.readUInt32LE(end) !== endMark) end -= 1
  const names = new Set<string>()
  if (end < 0) return names
  const count = tail.readUInt32LE(end + 12)
  const start = tail.readUInt32LE(end + 16)
  if (count > maxListed || start + count > size) return names
  const list = await read(start, start + count)
  for (let at = 0; at + 46 <= list.length && list.readUInt32LE(at) === entryMark; ) {
    const nameLength = list.readUInt16LE(at + 28)
    names.add(list.toString('utf8', at + 46, at + 46 + nameLength))
    at += 46 + nameLength + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32)
  }
  return names
}
