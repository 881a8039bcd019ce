import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'

/**
 * A stored file of exactly `size` bytes, as its record says: a longer one is cut and a shorter one is filled with zeros, since an
 * archive announces the size before the content. `sha256` is that of what was stored, so that either shows.
 */
export function exactContent(content: Readable, size: number) {
  const hash = createHash('sha256')
  let isRead = false
  async function* exact() {
    let left = size
    for await (const chunk of content as AsyncIterable<Buffer>) {
      hash.update(chunk)
      if (left > 0) yield chunk.subarray(0, left)
      left = Math.max(0, left - chunk.length)
    }
    for (; left > 0; left -= Math.min(left, zeros.length)) yield zeros.subarray(0, left)
    isRead = true
  }
  return { stream: async () => Readable.from(exact()), isRead: () => isRead, sha256: () => hash.digest('hex') }
}

const zeros = Buffer.alloc(65_536)
