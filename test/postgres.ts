import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import pg from 'pg'

/** The folder of PostgreSQL's programs, or null if not installed. */
export function findPostgres(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : []
  const folders = [
    process.env.POSTGRES_BIN,
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return folders.find((folder) => folder && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}

/** A database owned by the portal's login. */
export interface TestDatabase {
  readonly url: string
  remove(): Promise<void>
}

export interface TestPostgres {
  /** Connection URL of a superuser. */
  readonly adminUrl: string
  /** The folder of its socket. */
  readonly folder: string
  newDatabase(template?: string): Promise<TestDatabase>
  /** Kills it with SIGKILL; `start` restarts it with its data. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Suspends all processes without closing connections, until `thaw`. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

/** Creates a database on a running server; its URL is that of an ordinary login. */
export async function newDatabase(adminUrl: string, template = 'template1'): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  // Half as dear as through the buffers and the log.
  await keeper(adminUrl).query(`create database ${name} owner portal template ${template} strategy file_copy`)
  const url = new URL(adminUrl)
  url.username = 'portal'
  url.pathname = `/${name}`
  return { url: url.href, remove: async () => void (await keeper(adminUrl).query(`drop database ${name} with (force)`)) }
}

const keepers = new Map<string, pg.Pool>()

/** Keeps one connection per process: opening one costs the server as much as a small database does. */
function keeper(adminUrl: string): pg.Pool {
  const cachedPool = keepers.get(adminUrl)
  if (cachedPool) return cachedPool
  const pool = new pg.Pool({ connectionString: adminUrl, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  pool.on('error', () => {
    // The server has ended, and with it what it kept.
  })
  keepers.set(adminUrl, pool)
  return pool
}

/** Runs a statement as superuser. */
export async function asAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The user for the server, since PostgreSQL refuses to run as root. */
export function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    try {
      const idOf = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
      return { uid: idOf('-u'), gid: idOf('-g') }
    } catch {
      // No such user here: try the next one.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody')
}

/**
 * Starts a PostgreSQL server on a private port, whose login is no superuser and owns nothing else. fsync is off, since no data
 * outlives the tests, and so is autovacuum, since their tables are small.
 */
export async function startPostgres(bin: string, more: Readonly<Record<string, string>> = {}): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'passerelle-postgres-'))
  const user = serverUser()
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const how = { ...user, cwd: folder, stdio: 'ignore' as const }
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'super', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8'],
    how,
  )
  const port = await freePort()
  const serverSettings = { fsync: 'off', autovacuum: 'off', listen_addresses: '127.0.0.1', max_connections: '300', ...more }
  const settings = Object.entries(serverSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const adminUrl = `postgres://super@127.0.0.1:${port}/postgres`
  const launch = () => spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), '-k', folder, ...settings], how)
  let server = launch()
  const killAtExit = () => void server.kill('SIGQUIT')
  process.once('exit', killAtExit)
  const end = async (signals: () => void) => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    signals()
    await ended
  }
  const signalAll = (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return
    for (const pid of withChildren(server.pid)) signalOne(pid, signal)
  }
  const stop = async () => {
    process.off('exit', killAtExit)
    await end(() => server.kill('SIGINT'))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await answering(() => asAdmin(adminUrl, 'create role portal login createrole'))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    adminUrl,
    folder,
    newDatabase: (template) => newDatabase(adminUrl, template),
    kill: () => end(() => signalAll('SIGKILL')),
    async start() {
      server = launch()
      await answering(() => asAdmin(adminUrl, 'select 1'))
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    stop,
  }
}

/** A process and its children. */
function withChildren(parent: number | undefined): number[] {
  if (parent === undefined) return []
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const rows = table.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return [parent, ...rows.flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : []))]
}

/** A process that has ended meanwhile is ignored. */
function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function answering(ask: () => Promise<void>): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask()
    } catch (error) {
      if (attempt > 200) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
