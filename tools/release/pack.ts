import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { createTarPacker } from 'modern-tar'
import type { Content } from './content.ts'

/** The same content gives the same bytes, whenever and wherever it is packed. */
const noTime = new Date(0)

/** Writes a compressed archive of one folder. The file appears when it is complete. */
export async function pack(path: string, folder: string, content: readonly Content[], level?: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const { readable, controller } = createTarPacker()
  const beside = `${path}.partial`
  const writing = pipeline(
    Readable.fromWeb(readable as Parameters<typeof Readable.fromWeb>[0]),
    createGzip(level === undefined ? {} : { level }),
    createWriteStream(beside),
  )
  for (const each of content) {
    const bytes = 'text' in each ? Buffer.from(each.text) : await readFile(each.from)
    const entry = controller.add({ name: `${folder}/${each.name}`, size: bytes.length, mtime: noTime, mode: 0o644, type: 'file' })
    const writer = entry.getWriter()
    await writer.write(bytes)
    await writer.close()
  }
  controller.finalize()
  await writing
  await rename(beside, path)
}
