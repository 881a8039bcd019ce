// The servers that are measured, each a process of its own on the same server of databases.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../test/postgres.ts'
import { builtServer, serverEnvironment, serverFlags } from '../../tools/node24.mjs'
import type { TargetName } from '../options.ts'
import { secret } from '../people.ts'
import type { PrivatePostgres } from '../postgres-server.ts'
import { type ServerProcess, startServer } from '../server-process.ts'
import { floorDialect } from './floor.ts'
import { portalDialect } from './portal.ts'
import { postgraphileDialect } from './postgraphile.ts'
import type { Target } from './target.ts'

type Environment = Readonly<Record<string, string>>

interface Kind extends Omit<Target, 'url' | keyof ServerProcess> {
  start(environment: Environment): Promise<ServerProcess>
}

const kinds: Readonly<Record<Exclude<TargetName, 'embedded'>, Kind>> = {
  floor: {
    title: 'floor',
    ...floorDialect,
    start: (environment) => startServer(['bench/targets/floor-server.ts'], environment, 'ready'),
  },
  postgraphile: {
    title: 'PostGraphile',
    ...postgraphileDialect,
    start: (environment) =>
      startServer(['bench/targets/postgraphile-server.mjs'], { ...environment, GRAPHILE_ENV: 'production' }, 'ready'),
  },
  portal: { title: 'portal', ...portalDialect, start: startPortal },
}

/** `extra`: settings of the server beside the usual ones. */
export async function startTarget(
  name: Exclude<TargetName, 'embedded'>,
  postgres: PrivatePostgres,
  extra: Environment = {},
): Promise<Target> {
  const port = await freePort()
  const { start, ...kind } = kinds[name]
  const databaseUrl = kind.database === 'thin' ? postgres.thinUrl : postgres.url
  const environment = { PORT: String(port), DATABASE_URL: databaseUrl, SECRET: secret, NODE_ENV: 'production', ...extra }
  return { ...kind, url: `http://127.0.0.1:${port}`, ...(await start(environment)) }
}

async function startPortal(environment: Environment): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'passerelle-bench-data-'))
  const server = await runPortal({ ...environment, DATA_DIR: dataDir })
  return {
    pid: server.pid,
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The portal on an embedded database. */
export async function startEmbedded(dataDir: string, extra: Environment = {}): Promise<Target> {
  const port = await freePort()
  const environment = {
    PORT: String(port),
    DATA_DIR: dataDir,
    SECRET: secret,
    NODE_ENV: 'production',
    DATABASE_URL: '',
    ...extra,
  }
  const server = await runPortal(environment)
  return { title: 'portal, embedded', ...portalDialect, url: `http://127.0.0.1:${port}`, ...server }
}

/** As `npm start` does. */
function runPortal(environment: Environment): Promise<ServerProcess> {
  return startServer(
    [...serverFlags(environment), builtServer],
    { ...serverEnvironment(process.execPath), ...environment },
    'is running at',
  )
}
