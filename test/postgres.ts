import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import pg from 'pg'

/** The folder with PostgreSQL's programs, or null when the machine has none. */
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

export interface TestPostgres {
  /** Makes an empty database owned by an ordinary login, and its address. */
  newDatabase(template?: string): Promise<{ url: string; name: string }>
  stop(): Promise<void>
}

/** Who runs the server: PostgreSQL refuses to run as root. */
function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** A PostgreSQL server of the tests' own, on a private port, whose login is neither superuser nor owner of other things. */
export async function startPostgres(bin: string): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'passerelle-postgres-'))
  const user = serverUser()
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'super', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8'], {
    stdio: 'ignore',
    ...user,
  })
  const port = await freePort()
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', 'max_connections=200'].flatMap((each) => ['-c', each])
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), '-k', folder, ...settings], { stdio: 'ignore', ...user })
  const admin = (database: string) => new pg.Client({ host: '127.0.0.1', port, user: 'super', database })
  await answering(() => admin('postgres'))
  const asSuper = async (sql: string) => {
    const client = admin('postgres')
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  await asSuper('create role portal login createrole')
  let count = 0
  return {
    async newDatabase(template) {
      count += 1
      const name = `portal_${process.pid}_${count}`
      await asSuper(`create database ${name} owner portal ${template ? `template ${template}` : ''}`)
      return { url: `postgres://portal@127.0.0.1:${port}/${name}`, name }
    },
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answering(client: () => pg.Client): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const probe = client()
    try {
      await probe.connect()
      await probe.end()
      return
    } catch (error) {
      if (attempt > 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
