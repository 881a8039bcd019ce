import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import { ArchiveError, archiveFormat, entryNames, type Head, headSchema, keyName, manifestSchema } from './archive-format.ts'
import { unsealed } from './archive-seal.ts'
import type { Part } from './parts.ts'
import { decrypted, isEncrypted } from './passphrase.ts'

const expand = promisify(gunzip)
/** The offset of the magic bytes of a tar archive. */
const ustarAt = 257

/** An archive in a file, which may be read several times. */
export interface Archive {
  readonly path: string
  readonly passphrase: string | null
}

/** More than any head takes. */
const maxOfHead = 8_000_000

/**
 * Reads the whole archive and compares every byte with its seal. Resolves with its head; throws an ArchiveError. Nothing in it is
 * interpreted before it is known to be what was written.
 */
export async function checkArchive(archive: Archive): Promise<Head> {
  const beginning: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of sealedBytes(archive)) {
    if (bytes < maxOfHead) beginning.push(chunk)
    bytes += chunk.length
  }
  for await (const part of partsIn(Readable.from(beginning))) if (part.kind === 'head') return part.head
  throw foreign()
}

/** The parts of an archive; compares it with its seal again. Throws an ArchiveError. */
export async function* archiveParts(archive: Archive): AsyncGenerator<Part> {
  yield* partsIn(Readable.from(sealedBytes(archive), { objectMode: false }))
}

async function* partsIn(tar: Readable): AsyncGenerator<Part> {
  const decoder = createTarDecoder({ strict: true })
  const bytes = Readable.toWeb(tar)
  const entries = (bytes as unknown as ReadableStream<Uint8Array>).pipeThrough(
    decoder,
  ) as unknown as AsyncIterable<ParsedTarEntry>
  let isFirst = true
  for await (const entry of entries) {
    const content = Readable.fromWeb(entry.body as Parameters<typeof Readable.fromWeb>[0])
    if (isFirst && entry.header.name !== entryNames.head) throw foreign()
    isFirst = false
    const part = await readPart(entry.header, content)
    if (part) yield part
    if (!content.readableEnded) await drain(content)
  }
}

async function drain(content: Readable): Promise<void> {
  for await (const _ of content);
}

async function readPart({ name, size }: ParsedTarEntry['header'], content: Readable): Promise<Part | null> {
  if (name === entryNames.head) return { kind: 'head', head: headIn(await text(content)) }
  if (name === entryNames.manifest) {
    return { kind: 'manifest', manifest: manifestSchema.parse(JSON.parse(await text(content))) }
  }
  if (name === entryNames.jobs) return { kind: 'jobs', lines: await text(content) }
  if (name === entryNames.seal || name.startsWith('sums/')) return null
  const table = /^database\/([a-z_]+\.[a-z_0-9]+)\/\d+\.ndjson\.gz$/.exec(name)?.[1]
  if (table) return { kind: 'rows', table, lines: (await expand(await buffer(content))).toString() }
  const key = name.startsWith('keys/') ? name.slice('keys/'.length) : ''
  if (keyName.test(key)) return { kind: 'key', name: key, bytes: await buffer(content) }
  const file = /^files\/([a-z_]+\/[0-9a-f-]{36})$/.exec(name)?.[1]
  if (file) return { kind: 'file', key: file, size, sha256: null, content: async () => content }
  throw new ArchiveError('newer', `The archive has an entry that this version does not know (${name}): use the newer version.`)
}

/** The format is judged first: another one may have another shape. */
function headIn(json: string): Head {
  const head = JSON.parse(json) as Partial<Head>
  if (head.product !== 'passerelle') throw foreign()
  if (typeof head.format !== 'number' || head.format > archiveFormat) throw newer(head.version)
  return headSchema.parse(head)
}

export function newer(version: unknown): ArchiveError {
  return new ArchiveError('newer', `The archive is of a newer version (${String(version)}): restore it with that one.`)
}

async function* sealedBytes({ path, passphrase }: Archive): AsyncGenerator<Uint8Array> {
  const file = await open(path).catch((error: Error) => {
    throw new ArchiveError('foreign', `${path} cannot be read: ${error.message}`)
  })
  const { buffer: first, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0).finally(() => file.close())
  if (bytesRead === 0) throw new ArchiveError('incomplete', 'The archive is empty.')
  const bytes = createReadStream(path)
  try {
    if (isEncrypted(first)) return yield* unsealed(decrypted(bytes, passphrase))
    // A changed magic is told by the seal, where there is one.
    if (first.subarray(ustarAt, ustarAt + 5).toString('latin1') !== 'ustar' && !(await endsWithSeal(path))) throw foreign()
    yield* unsealed(bytes)
  } finally {
    bytes.destroy()
  }
}

async function endsWithSeal(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const name = Buffer.alloc(entryNames.seal.length)
    await file.read(name, 0, name.length, Math.max(0, size - 2048))
    return name.toString('latin1') === entryNames.seal
  } finally {
    await file.close()
  }
}

const foreign = () => new ArchiveError('foreign', 'This file is not a backup of Passerelle.')
