import type { FileHandle } from 'node:fs/promises'

const entrySize = 128
const noSector = 0xfffffffa
/** Limit against huge or cyclic directories; far above what a 20 MB Office file has. */
const maxSectors = 1000

/**
 * Top-level entry names of a compound file ([MS-CFB], the container of doc, xls and ppt). The type follows from its streams,
 * because many programs leave the class id empty. Empty if the file is damaged or not a compound file.
 */
export async function topStreams(file: FileHandle): Promise<Set<string>> {
  const read = async (position: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
    return bytesRead === length ? buffer : null
  }
  const header = await read(0, 512)
  const shift = header?.readUInt16LE(30)
  if (!header || (shift !== 9 && shift !== 12)) return new Set()
  const sectorSize = 1 << shift
  const sector = (number: number) => read((number + 1) * sectorSize, sectorSize)

  /** FAT sectors: the first 109 are listed in the header, the others in the DIFAT chain. */
  const tables = words(header.subarray(76))
  for (let next = header.readUInt32LE(68); next < noSector && tables.length < maxSectors * 109; ) {
    const list = await sector(next)
    if (!list) break
    tables.push(...words(list.subarray(0, -4)))
    next = list.readUInt32LE(sectorSize - 4)
  }
  const after = async (number: number) => {
    const place = tables[Math.floor(number / (sectorSize / 4))] ?? noSector
    const entry = place < noSector ? await read((place + 1) * sectorSize + (number % (sectorSize / 4)) * 4, 4) : null
    return entry?.readUInt32LE(0) ?? noSector
  }
  const directory: Buffer[] = []
  for (let next = header.readUInt32LE(48); next < noSector && directory.length < maxSectors; next = await after(next)) {
    const part = await sector(next)
    if (!part) break
    directory.push(part)
  }
  return namesBelowRoot(Buffer.concat(directory))
}

/** Walks the binary tree of the root's children; deeper entries belong to embedded documents. */
function namesBelowRoot(directory: Buffer): Set<string> {
  const names = new Set<string>()
  const seen = new Set<number>()
  const entry = (number: number) => directory.subarray(number * entrySize, (number + 1) * entrySize)
  const waiting = directory.length >= entrySize ? [entry(0).readUInt32LE(76)] : []
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    const bytes = entry(number)
    if (bytes.length < entrySize || seen.has(number)) continue
    seen.add(number)
    const length = Math.min(64, Math.max(2, bytes.readUInt16LE(64))) - 2
    names.add(bytes.toString('utf16le', 0, length))
    waiting.push(bytes.readUInt32LE(68), bytes.readUInt32LE(72))
  }
  return names
}

function words(buffer: Buffer): number[] {
  return Array.from({ length: buffer.length / 4 }, (_, place) => buffer.readUInt32LE(place * 4))
}
