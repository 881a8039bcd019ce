import type { FileHandle } from 'node:fs/promises'

const endMark = 0x06054b50
const entryMark = 0x02014b50
const endSize = 22
const maxCommentLength = 0xffff
/** Size limit of the central directory; Office files have a few hundred entries. */
const maxListed = 4 * 1024 * 1024

/** Entry names of a zip from its central directory. Empty if the file is truncated or not a zip. */
export async function zipNames(file: FileHandle): Promise<Set<string>> {
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
