// Worlds are made once and kept: a measurement runs on a copy of the data directory.
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fastify } from 'fastify'
import pg from 'pg'
import { openDatabase } from '../src/platform/server/db/database.ts'
import { asAdmin } from '../test/postgres.ts'
import { copyAsServer, newCluster, type PrivatePostgres, type ServerOptions, startPostgresIn } from './postgres-server.ts'
import { root } from './server-process.ts'
import { fillThin } from './thin/fill-thin.ts'
import { fillWorld } from './world/fill-world.ts'
import type { WorldSizes } from './world/world-sizes.ts'
import { writeJournal } from './world/write-journal.ts'

export const defaultFolder = join(tmpdir(), 'passerelle-bench')

/** Where the world of these sizes is kept; another migration or generator makes another world. */
export function worldFolder(
  folder: string,
  database: 'postgres' | 'embedded',
  { leads, partners, until, customFields, colleagues }: WorldSizes,
): string {
  const size = `${leads}${customFields ? '-fields' : ''}-${partners}${colleagues > 0 ? `x${colleagues + 1}` : ''}`
  return join(
    folder,
    `${database}-${size}-${until.slice(0, 7)}-${fingerprint('migrations', 'bench/world', 'bench/thin').slice(0, 12)}`,
  )
}

function fingerprint(...folders: readonly string[]): string {
  const hash = createHash('sha256')
  for (const folder of folders) {
    for (const name of readdirSync(join(root, folder)).sort()) hash.update(name).update(readFileSync(join(root, folder, name)))
  }
  return hash.digest('hex')
}

export function hasWorld(folder: string, sizes: WorldSizes): boolean {
  return existsSync(join(worldFolder(folder, 'postgres', sizes), 'complete'))
}

/** Starts PostgreSQL on a copy of the world, which is made first if it is not there. */
export async function openWorld(
  folder: string,
  sizes: WorldSizes,
  say: (line: string) => void,
  options: ServerOptions = {},
): Promise<PrivatePostgres> {
  const world = worldFolder(folder, 'postgres', sizes)
  if (!hasWorld(folder, sizes)) await makeWorld(world, sizes, say)
  removeLeftovers(folder)
  const scratch = join(folder, `run-${process.pid}`)
  copyAsServer(join(world, 'data'), scratch)
  return startPostgresIn(scratch, { ...options, removed: true })
}

/** Copies of runs that were killed. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = /^run-(\d+)$/.exec(name)?.[1]
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

async function makeWorld(world: string, sizes: WorldSizes, say: (line: string) => void): Promise<void> {
  const started = Date.now()
  const making = `${world}.making`
  rmSync(making, { recursive: true, force: true })
  rmSync(world, { recursive: true, force: true })
  // The server has to get to a folder that is made here, whatever a portal has made of the mask of files before.
  if (mkdirSync(dirname(making), { recursive: true })) chmodSync(dirname(making), 0o755)
  mkdirSync(making)
  newCluster(join(making, 'data'))
  const server = await startPostgresIn(join(making, 'data'), { settings: { fsync: 'off', autovacuum: 'off' } })
  try {
    await asAdmin(server.adminUrl('postgres'), 'create role portal login createrole')
    await asAdmin(server.adminUrl('postgres'), 'create database portal owner portal')
    const log = fastify({ logger: { level: 'error' } }).log
    const open = () => openDatabase({ dataDir: making, databaseUrl: server.url, log })
    await (await open()).close()
    await fillAs(server.adminUrl('portal'), sizes)
    const database = await open()
    await writeJournal(database)
    await database.close()
    await fillThin(server.adminUrl)
  } finally {
    await server.stop()
  }
  writeFileSync(join(making, 'complete'), '')
  renameSync(making, world)
  say(`Made ${sizes.leads} leads of ${sizes.partners} partners in ${((Date.now() - started) / 1000).toFixed(0)} s`)
}

async function fillAs(adminUrl: string, sizes: WorldSizes): Promise<void> {
  const clients = [new pg.Client({ connectionString: adminUrl }), new pg.Client({ connectionString: adminUrl })] as const
  try {
    for (const client of clients) await client.connect()
    const [one, other] = clients
    await fillWorld([(statement) => one.query(statement), (statement) => other.query(statement)], sizes)
  } finally {
    for (const client of clients) await client.end()
  }
}
