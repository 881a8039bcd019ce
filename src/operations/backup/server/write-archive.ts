import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { createTarPacker } from 'modern-tar'
import { unfinished } from '../domain.ts'
import { entryNames, type Head, type Manifest } from './archive-format.ts'
import { sealed } from './archive-seal.ts'
import type { Part, Parts } from './parts.ts'
import { encrypted } from './passphrase.ts'

const compress = promisify(gzip)
/** Checksums in one part. */
const sumsInPart = 5000

interface Encryption {
  readonly passphrase: string | null
  /** See `encrypted`. */
  readonly logN?: number
}

/** Writes an archive. The file is complete and on disk, or not there. */
export async function writeArchive(path: string, parts: Parts, encryption: Encryption): Promise<Manifest> {
  const beside = `${path}${unfinished}`
  await rm(beside, { force: true })
  try {
    const file = createWriteStream(beside, { mode: 0o600, flush: true })
    const manifest = await archiveInto(file, parts, encryption)
    await rename(beside, path)
    await syncParentFolder(path)
    return manifest
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

/** Writes the bytes of an archive. */
export async function archiveInto(
  target: NodeJS.WritableStream,
  parts: Parts,
  { passphrase, logN }: Encryption,
): Promise<Manifest> {
  const { readable, controller } = createTarPacker()
  const plain = sealed(readable as unknown as AsyncIterable<Uint8Array>)
  const bytes = passphrase === null ? plain : await encrypted(plain, passphrase, logN)
  const writing = pipeline(Readable.from(bytes, { objectMode: false }), target)
  const entries = new Entries(controller)
  const [written, packed] = await Promise.allSettled([
    writing,
    entries.addAll(parts).catch((error: unknown) => {
      controller.error(error)
      throw error
    }),
  ])
  // A full disk fails both.
  if (written.status === 'rejected' && packed.status === 'rejected') throw firstCause(written.reason, packed.reason)
  if (written.status === 'rejected') throw written.reason
  if (packed.status === 'rejected') throw packed.reason
  return packed.value
}

function firstCause(writing: unknown, packing: unknown): unknown {
  const { code } = (writing ?? {}) as NodeJS.ErrnoException
  return code && /^E[A-Z]+$/.test(code) ? writing : packing
}

/** Turns parts into entries, and lists their checksums. */
class Entries {
  readonly #tar: ReturnType<typeof createTarPacker>['controller']
  #takenAt = new Date(0)
  #sums: string[] = []
  #sumParts = 0
  #table = ''
  #partOfTable = 0

  constructor(tar: ReturnType<typeof createTarPacker>['controller']) {
    this.#tar = tar
  }

  async addAll(parts: Parts): Promise<Manifest> {
    for await (const part of parts) {
      if (part.kind !== 'manifest') {
        await this.#addPart(part)
        continue
      }
      if (this.#sums.length > 0) await this.#addSums()
      await this.#addJson(entryNames.manifest, part.manifest)
      this.#tar.finalize()
      return part.manifest
    }
    throw new Error('the parts of an archive end with a manifest')
  }

  async #addPart(part: Exclude<Part, { kind: 'manifest' }>): Promise<void> {
    switch (part.kind) {
      case 'head':
        this.#takenAt = new Date(part.head.takenAt)
        return this.#addJson(entryNames.head, part.head)
      case 'rows':
        this.#partOfTable = part.table === this.#table ? this.#partOfTable + 1 : 1
        this.#table = part.table
        return this.#addBytes(entryNames.rows(part.table, this.#partOfTable), await compress(part.lines))
      case 'jobs':
        return this.#addBytes(entryNames.jobs, Buffer.from(part.lines))
      case 'key':
        return this.#addBytes(entryNames.key(part.name), part.bytes)
      case 'file':
        return this.#add(entryNames.file(part.key), part.size, await part.content())
    }
  }

  #addJson(name: string, value: Head | Manifest): Promise<void> {
    return this.#addBytes(name, Buffer.from(`${JSON.stringify(value, null, 1)}\n`))
  }

  #addBytes(name: string, bytes: Buffer): Promise<void> {
    return this.#add(name, bytes.length, [bytes])
  }

  async #add(name: string, size: number, content: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
    const hash = createHash('sha256')
    const writer = this.#tar.add({ name, size, mode: 0o600, mtime: this.#takenAt, type: 'file' }).getWriter()
    for await (const chunk of content) {
      hash.update(chunk)
      await writer.write(chunk)
    }
    await writer.close()
    if (name.startsWith('sums/')) return
    this.#sums.push(`${hash.digest('hex')}  ${name}\n`)
    if (this.#sums.length >= sumsInPart) await this.#addSums()
  }

  async #addSums(): Promise<void> {
    const text = this.#sums.join('')
    this.#sums = []
    this.#sumParts += 1
    await this.#addBytes(entryNames.sums(this.#sumParts), Buffer.from(text))
  }
}

async function syncParentFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r')
  await folder.sync().finally(() => folder.close())
}
