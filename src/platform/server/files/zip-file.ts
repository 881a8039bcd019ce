import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { makeZip, predictLength } from 'client-zip'

/** A file of a ZIP. */
export interface ZipEntry {
  readonly name: string
  readonly modifiedAt: Date
  /** In bytes. */
  readonly size: number
  readonly open: () => Promise<Readable>
}

/** Bytes of the ZIP that `streamZip` makes of these entries. */
export function zipSize(entries: readonly ZipEntry[]): number {
  return Number(predictLength(entries.map(({ name, size }) => ({ name, size }))))
}

/**
 * A ZIP as a stream that reads one entry at a time, as fast as it is read itself. PDFs and the like are compressed already:
 * entries are stored as they are. Fails for an entry that cannot be read, or has another size than it says: what was sent until
 * then has no directory and opens nowhere.
 */
export function streamZip(entries: readonly ZipEntry[]): Readable {
  let open: Readable | null = null
  const contentOf = async function* (entry: ZipEntry) {
    const content = await entry.open()
    open = content
    // Closed while the file was being opened.
    if (zip.destroyed) content.destroy()
    let read = 0
    for await (const chunk of content as AsyncIterable<Buffer>) {
      read += chunk.length
      yield chunk
    }
    if (read !== entry.size) throw new Error(`${entry.name} has ${read} bytes instead of ${entry.size}`)
  }
  const files = entries.map((entry) => ({
    name: entry.name,
    lastModified: entry.modifiedAt,
    size: entry.size,
    input: contentOf(entry),
  }))
  // The DOM's type of the same stream.
  const zip = Readable.fromWeb(makeZip(files) as ReadableStream<Uint8Array>)
  // Otherwise a client that stops reading within an entry would leave its file open.
  zip.once('close', () => open?.destroy())
  return zip
}
