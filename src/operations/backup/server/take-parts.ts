import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { OwnerRun } from '#platform/server/db/driver.ts'
import { prepare } from '#platform/server/db/migrate.ts'
import { StartError } from '#platform/server/db/start-error.ts'
import { isGone } from '#platform/server/files/open-store.ts'
import type { FileStore } from '#platform/server/files/store.ts'
import { ArchiveError, type Head, type Manifest } from './archive-format.ts'
import { erasedListName, takeErasedList } from './erased-list-commands.ts'
import { checkMigrations, DatabaseLoad } from './load-database.ts'
import type { Part, Parts } from './parts.ts'
import { writeKey } from './portal-keys.ts'

export interface RestoreTarget {
  /** Whether a portal is in the database, which was written into a backup. */
  readonly replacing: boolean
  /** The folder that the keys are written to, and the one that has the list of who was erased. */
  readonly folder: string
  readonly dataDir: string
  /** Null: files are compared, and not kept. */
  readonly files: FileStore | null
  /** Where a file passes first if the store asks for its checksum before its bytes, which a damaged file has not. */
  readonly spool: string | null
  /** The SECRET of this place; null if it has none. */
  readonly secret: string | null
}

interface Totals {
  readonly head: Head
  readonly manifest: Manifest
  readonly database: DatabaseLoad
  readonly secret: string | null
}

/** Takes all parts; the database's transaction stays open. Throws an ArchiveError if files are not those of the manifest. */
export async function takeAll(run: OwnerRun, parts: Parts, place: RestoreTarget): Promise<Totals> {
  let loading: { head: Head; database: DatabaseLoad } | null = null
  let secret: string | null = null
  const files = { count: 0, damaged: [] as string[] }
  for await (const part of parts) {
    if (part.kind === 'head') {
      loading = { head: part.head, database: await beginLoad(run, part.head, place) }
      continue
    }
    if (!loading) break
    switch (part.kind) {
      case 'rows':
        await loading.database.addRows(part.table, part.lines)
        break
      case 'jobs':
        loading.database.addJobs(part.lines)
        break
      case 'key':
        if (part.name === 'secret') secret = part.bytes.toString().trim()
        if (part.name === erasedListName) await takeErasedList(place.dataDir, part.bytes, new Date(loading.head.takenAt))
        else await takeKey(part, place)
        break
      case 'file':
        files.count += 1
        if (!(await takeFile(run, part, place))) files.damaged.push(part.key)
        break
      case 'manifest':
        compareFiles(files, part.manifest)
        return { ...loading, manifest: part.manifest, secret }
    }
  }
  throw new Error('the parts of a portal begin with a head and end with a manifest')
}

async function beginLoad(run: OwnerRun, head: Head, { replacing }: RestoreTarget): Promise<DatabaseLoad> {
  await checkMigrations(head)
  if (!replacing) await prepare(run)
  return DatabaseLoad.begin(run, head, replacing)
}

async function takeKey({ name, bytes }: Extract<Part, { kind: 'key' }>, { secret, folder }: RestoreTarget): Promise<void> {
  if (name === 'secret' && secret !== null) {
    if (secret === bytes.toString().trim()) return
    throw new StartError('SECRET is set to another one than the portal had: set it to that one, or leave it out.')
  }
  await writeKey(folder, name, bytes)
}

/** Whether the file is what its record says. */
async function takeFile(
  run: OwnerRun,
  { key, size, sha256, content }: Extract<Part, { kind: 'file' }>,
  { files, spool }: RestoreTarget,
): Promise<boolean> {
  const { rows } = await run('select sha256 from files where id = $1::text::uuid', [key.split('/')[1]])
  const expected = rows[0]?.sha256
  if (files && sha256 !== null && sha256 === expected && (await isStored(files, key, sha256))) return true
  const hash = createHash('sha256')
  const stream = Readable.from(hashing(await content(), hash), { objectMode: false })
  if (files && spool) {
    await pipeline(stream, createWriteStream(spool, { mode: 0o600 }))
    const digest = hash.digest('hex')
    await files.write(key, createReadStream(spool), { size, sha256: digest })
    await rm(spool)
    return digest === expected
  }
  if (files) await files.write(key, stream, { size, sha256: String(expected) })
  else for await (const _ of stream);
  return hash.digest('hex') === expected
}

async function* hashing(content: Readable, hash: ReturnType<typeof createHash>) {
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk)
    yield chunk
  }
}

async function isStored(files: FileStore, key: string, sha256: string): Promise<boolean> {
  try {
    const hash = createHash('sha256')
    for await (const chunk of (await files.read(key)) as AsyncIterable<Buffer>) hash.update(chunk)
    return hash.digest('hex') === sha256
  } catch (error) {
    if (isGone(error)) return false
    throw error
  }
}

function compareFiles(totals: { count: number; damaged: readonly string[] }, { files }: Manifest): void {
  const isKnown = new Set(files.damaged)
  const changed = totals.damaged.filter((key) => !isKnown.has(key))
  if (totals.count === files.count && changed.length === 0) return
  throw new ArchiveError('damaged', `Files are not what they were: ${totals.count} of ${files.count}, ${changed.length} changed.`)
}
