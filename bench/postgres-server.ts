// PostgreSQL as an operator runs it (it syncs), on a private port and a data directory of its own.
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { asAdmin, findPostgres, freePort, serverUser } from '../test/postgres.ts'
import { thinDatabase, thinLogin } from './thin/fill-thin.ts'

export interface PrivatePostgres {
  readonly pid: number
  /** As the portal signs in: an ordinary login. */
  readonly url: string
  /** As floor and PostGraphile sign in to the thin schema. */
  readonly thinUrl: string
  adminUrl(database: string): string
  stop(): Promise<void>
}

export interface ServerOptions {
  readonly settings?: Readonly<Record<string, string>>
  /** The data directory goes when the server stops. */
  readonly removed?: boolean
  /** File for what the server logs. */
  readonly log?: string
}

/**
 * Memory for a million leads, and no checkpoint or vacuum in the middle of a round: both run between rounds. Everything else
 * is PostgreSQL's default.
 */
const settings = {
  shared_buffers: '512MB',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  max_connections: '200',
  listen_addresses: '127.0.0.1',
}

function programs(): string {
  const bin = findPostgres()
  if (!bin) throw new Error('PostgreSQL is not installed here: name the folder of its programs in POSTGRES_BIN')
  return bin
}

/** Makes an empty cluster. */
export function newCluster(data: string): void {
  ownedByServer(dirname(data))
  execFileSync(
    join(programs(), 'initdb'),
    ['-D', data, '-U', 'super', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8'],
    { ...serverUser(), cwd: dirname(data), stdio: 'ignore' },
  )
}

/** Copies a data directory of a stopped server. */
export function copyAsServer(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  ownedByServer(dirname(to))
  execFileSync('cp', ['-a', '--reflink=auto', from, to], { ...serverUser(), cwd: dirname(to) })
}

function ownedByServer(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const { uid, gid } = serverUser()
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
}

export async function startPostgresIn(
  data: string,
  { settings: more = {}, removed = false, log }: ServerOptions = {},
): Promise<PrivatePostgres> {
  const port = await freePort()
  const flags = Object.entries({ ...settings, ...more }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(programs(), 'postgres'), ['-D', data, '-p', String(port), '-k', '', ...flags], {
    ...serverUser(),
    cwd: data,
    stdio: ['ignore', 'ignore', log === undefined ? 'ignore' : openSync(log, 'a')],
  })
  const killAtExit = () => void server.kill('SIGQUIT')
  process.once('exit', killAtExit)
  const urlOf = (login: string, database: string) => `postgres://${login}@127.0.0.1:${port}/${database}`
  const stop = async () => {
    process.off('exit', killAtExit)
    if (server.exitCode === null && server.signalCode === null) {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT')
      await ended
    }
    if (removed) rmSync(data, { recursive: true, force: true })
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      await asAdmin(urlOf('super', 'postgres'), 'select 1')
      break
    } catch (error) {
      if (attempt === 200 || server.exitCode !== null) {
        await stop()
        throw error
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  if (server.pid === undefined) throw new Error('PostgreSQL has no process id')
  const [url, thinUrl] = [urlOf('portal', 'portal'), urlOf(thinLogin, thinDatabase)]
  return { pid: server.pid, url, thinUrl, adminUrl: (database) => urlOf('super', database), stop }
}
