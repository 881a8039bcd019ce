import { crc32 } from 'node:zlib'

const [endMark, entryMark] = [0x06054b50, 0x02014b50]

/** Names of a ZIP in their order by its directory, and the bytes of each stored entry, whose checksum has to be right. */
export function readZip(bytes: Buffer): { names: string[]; read: (name: string) => Buffer } {
  const end = bytes.lastIndexOf(Buffer.from(new Uint32Array([endMark]).buffer))
  if (end < 0) throw new Error('no directory')
  const entries = new Map<string, Buffer>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (bytes.readUInt32LE(at) !== entryMark) throw new Error('no entry')
    const [crc, size] = [bytes.readUInt32LE(at + 16), bytes.readUInt32LE(at + 24)]
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field))
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    const local = bytes.readUInt32LE(at + 42)
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const content = bytes.subarray(from, from + size)
    if (crc32(content) !== crc) throw new Error(`the checksum of ${name} is wrong`)
    entries.set(name, content)
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return {
    names: [...entries.keys()],
    read: (name) => {
      const content = entries.get(name)
      if (!content) throw new Error(`no ${name}`)
      return content
    },
  }
}
