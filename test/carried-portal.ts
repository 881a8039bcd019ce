import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import type { Head, Manifest } from '#operations/backup/server/archive-format.ts'
import type { Part, Parts } from '#operations/backup/server/parts.ts'
import { archiveParts } from '#operations/backup/server/read-archive.ts'
import { beginSnapshot, readTotals } from '#operations/backup/server/read-rows.ts'
import { tableShapes } from '#operations/backup/server/table-shapes.ts'
import type { DatabaseDriver } from '#platform/server/db/driver.ts'
import { openDriver } from '#platform/server/db/open-driver.ts'
import { CommitErrors } from './commit-errors.ts'
import { type TestEnv, testLog } from './databases.ts'
import { until } from './lock-waits.ts'

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Ends with an error before the first part of a kind. */
export async function* brokenOff(parts: Parts, kind: Part['kind']): AsyncGenerator<Part> {
  for await (const part of parts) {
    if (part.kind === kind) throw new Error('broken off')
    yield part
  }
}

/** Paths below a folder with checksums, or what `say` says. Locks are left out. */
export function treeOf(root: string, say?: (stats: Stats) => string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  const paths = files.map((each) => join(each.parentPath, each.name)).filter((path) => !path.endsWith('portal.lock'))
  return Object.fromEntries(
    paths.sort().map((path) => [relative(root, path), say ? say(statSync(path)) : sha256(readFileSync(path))]),
  )
}

/** The same without an embedded database, which writes its own files whenever it is opened. */
export function treeWithoutDatabase(root: string): Record<string, string> {
  return Object.fromEntries(Object.entries(treeOf(root)).filter(([path]) => !path.startsWith('database/')))
}

const own = /^(database|files|incoming|secret|signing|replaced.*)$/

/** What a data directory holds of portals. */
export function entriesOf(dataDir: string): string[] {
  return readdirSync(dataDir).filter((name) => own.test(name))
}

/** What an archive without a passphrase says of itself. */
export async function manifestIn(path: string): Promise<Manifest> {
  for await (const part of archiveParts({ path, passphrase: null })) if (part.kind === 'manifest') return part.manifest
  throw new Error('no manifest')
}

export async function headIn(path: string): Promise<Head> {
  for await (const part of archiveParts({ path, passphrase: null })) if (part.kind === 'head') return part.head
  throw new Error('no head')
}

/** What shows that a portal is the one it was. */
export async function stateOf({ dataDir, databaseUrl }: Pick<TestEnv, 'dataDir' | 'databaseUrl'>) {
  const driver = await openDriver({ dataDir, databaseUrl, log: testLog })
  try {
    const { rows } = await driver.asOwner((run) =>
      run(`set role passerelle_owner; select (select count(*)::int from payouts) as payouts,
        (select count(*)::int from auth.sessions) as sessions; reset role`),
    )
    return {
      ...(rows[0] as { payouts: number; sessions: number }),
      entries: entriesOf(dataDir),
    }
  } finally {
    await driver.close()
  }
}

const ofThePlace = ['public.installation', 'public.carried_jobs']

/** Count and checksum of each table, but for the tie to the files and the jobs, which are another place's own. */
export async function totalsIn(
  database: Pick<DatabaseDriver, 'asOwner'>,
): Promise<Record<string, { rows: number; sha256: string }>> {
  return database.asOwner(async (run) => {
    await beginSnapshot(run)
    const totals: Awaited<ReturnType<typeof totalsIn>> = {}
    for (const shape of await tableShapes(run))
      if (!ofThePlace.includes(shape.name)) totals[shape.name] = await readTotals(run, shape)
    await run('rollback; reset role')
    return totals
  })
}

/** The same of a stopped portal. */
export async function totalsAt({ dataDir, databaseUrl }: Pick<TestEnv, 'dataDir' | 'databaseUrl'>) {
  const driver = await openDriver({ dataDir, databaseUrl, log: testLog })
  return totalsIn(driver).finally(() => driver.close())
}

/** Runs a restore in a process of its own and kills it when the server has committed, before the process knows. */
export async function restoreKilledAtCommit({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string }, archive: string) {
  const errors = new CommitErrors()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  errors.fail('answer held')
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: await errors.over(databaseUrl) }
  const child = spawn(process.execPath, ['src/operations/backup/server/command.ts', 'restore', '--from', archive], { env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, 'exit')
  try {
    const condition = "select where obj_description(to_regnamespace('passerelle'), 'pg_namespace') like 'arrived %'"
    const isCommitted = async () => (await client.query(condition)).rows.length > 0
    await until(isCommitted, () => `commit:\n${output}`)
  } finally {
    child.kill('SIGKILL')
    await ended
    await client.end()
    errors.close()
  }
  return { signal: child.signalCode, output }
}

/** What a start without DATABASE_URL says, which ends at once. */
export function refusalAtStart(dataDir: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
  execFile(process.execPath, ['src/portal/server/main.ts'], { env, timeout: 30_000 }, (error, _, stderr) =>
    error?.code === 1 ? resolve(JSON.parse(stderr).msg) : reject(error ?? new Error('the portal ended')),
  )
  return promise
}

/** Runs a command whose connection ends when the server has committed, before the command knows. */
export async function cutAfterCommit(databaseUrl: string, command: (url: string) => Promise<unknown>): Promise<void> {
  const errors = new CommitErrors()
  errors.fail('answer dropped')
  await expect(command(await errors.over(databaseUrl))).rejects.toThrow()
  errors.close()
}
