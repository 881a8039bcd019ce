import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { OwnerRun } from '#platform/server/db/driver.ts'
import { appliedMigrations } from '#platform/server/db/migrate.ts'
import { isGone } from '#platform/server/files/open-store.ts'
import { type FileStore, fileKey } from '#platform/server/files/store.ts'
import { productVersion } from '#platform/server/version.ts'
import { archiveFormat, type Head, type Manifest, type TableShape } from './archive-format.ts'
import type { Part } from './parts.ts'
import type { PortalKeys } from './portal-keys.ts'
import { beginSnapshot, readRows } from './read-rows.ts'
import { sequenceStates, tableShapes } from './table-shapes.ts'
import { readWaitingJobs } from './waiting-jobs.ts'

export interface PortalSource {
  readonly kind: Head['database']
  /** A moment before its content was: all that was acknowledged until then is in it. */
  readonly takenAt: Date
  /** A session with the owner's rights, which nothing else uses meanwhile. */
  readonly run: OwnerRun
  /** Null leaves the files where they are: they are never changed. */
  readonly files: FileStore | null
  readonly keys: PortalKeys
}

/** A file as the snapshot names it. */
interface NamedFile {
  readonly key: string
  readonly size: number
  readonly sha256: string
  readonly isClaimed: boolean
}

/**
 * Everything that makes a portal. The database is read as it is at one moment; files never change and stay for a day after they
 * were released, so that those which it names are found afterwards.
 */
export async function* portalParts({ kind, takenAt, run, files, keys }: PortalSource): AsyncGenerator<Part> {
  const spool = await mkdtemp(join(tmpdir(), 'passerelle-files-'))
  try {
    const list = join(spool, 'files')
    const origin = { database: kind, takenAt: takenAt.toISOString(), ...(files ? {} : { filesIn: await storeMark(run) }) }
    const tables = yield* databaseParts(run, origin, list)
    for (const [name, bytes] of keys) yield { kind: 'key', name, bytes }
    const totals = files ? yield* fileParts(files, list) : { count: 0, bytes: 0, missing: [], damaged: [] }
    const jobs = tables.jobs
    yield { kind: 'manifest', manifest: { tables: tables.totals, jobs, files: totals, keys: [...keys.keys()] } }
  } finally {
    await rm(spool, { recursive: true, force: true })
  }
}

async function storeMark(run: OwnerRun): Promise<string> {
  const { rows } = await run('select store_mark::text as mark from public.installation')
  return String(rows[0]?.mark ?? '')
}

async function* databaseParts(
  run: OwnerRun,
  origin: Pick<Head, 'database' | 'takenAt' | 'filesIn'>,
  list: string,
): AsyncGenerator<Part, { totals: Manifest['tables']; jobs: number }> {
  await beginSnapshot(run)
  try {
    const tables = await tableShapes(run)
    const head = {
      product: 'passerelle' as const,
      format: archiveFormat,
      version: productVersion,
      ...origin,
      migrations: await appliedMigrations(run),
      tables,
    }
    yield { kind: 'head', head: { ...head, sequences: await sequenceStates(run) } }
    const totals: Record<string, Manifest['tables'][string]> = {}
    const nameList = createWriteStream(list)
    for (const table of tables) {
      const reading = readRows(run, table)
      let step = await reading.next()
      for (; !step.done; step = await reading.next()) {
        if (table.name === 'public.files' && !nameList.write(namedFiles(table, step.value.lines))) await once(nameList, 'drain')
        yield { kind: 'rows', table: table.name, lines: step.value.lines }
      }
      totals[table.name] = step.value
    }
    nameList.end()
    await finished(nameList)
    const jobs = await readWaitingJobs(run)
    if (jobs.rows > 0) yield { kind: 'jobs', lines: jobs.lines }
    return { totals, jobs: jobs.rows }
  } finally {
    await run('rollback')
  }
}

/** What the lines of the table `files` name, in lines of JSON: there may be more than memory should hold. */
function namedFiles({ columns }: TableShape, lines: string): string {
  const place = (column: string) => columns.findIndex(({ name }) => name === column)
  const [id, purpose, size, sha256, claimed] = ['id', 'purpose', 'size', 'sha256', 'claimed_at'].map(place)
  const files = lines
    .trimEnd()
    .split('\n')
    .map((line): NamedFile => {
      const row = JSON.parse(line) as (string | null)[]
      const value = (at = -1) => row[at] ?? ''
      const key = fileKey({ purpose: value(purpose), id: value(id) })
      return { key, size: Number(value(size)), sha256: value(sha256), isClaimed: value(claimed) !== '' }
    })
  return files.map((file) => `${JSON.stringify(file)}\n`).join('')
}

async function* fileParts(files: FileStore, list: string): AsyncGenerator<Part, Manifest['files']> {
  const totals = { count: 0, bytes: 0, missing: [] as string[], damaged: [] as string[] }
  for await (const line of createInterface({ input: createReadStream(list), crlfDelay: Number.POSITIVE_INFINITY })) {
    const { key, size, sha256, isClaimed } = JSON.parse(line) as NamedFile
    const stored = await files.read(key).catch(unlessGone)
    if (!stored) {
      // Uploads that nothing claimed may end at any time.
      if (isClaimed) totals.missing.push(key)
      continue
    }
    const content = exactContent(stored, size)
    yield { kind: 'file', key, size, sha256, content: content.stream }
    stored.destroy()
    if (content.isRead() && content.sha256() !== sha256) totals.damaged.push(key)
    totals.count += 1
    totals.bytes += size
  }
  return totals
}

function unlessGone(error: unknown): null {
  if (isGone(error)) return null
  throw error
}

/**
 * A stored file of exactly `size` bytes, as its record says: a longer one is cut and a shorter one is filled with zeros, since an
 * archive announces the size before the content. `sha256` is that of what was stored, so that either shows.
 */
function exactContent(content: Readable, size: number) {
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
