// The servers that are measured, each a process of its own on the same database.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtServer, serverEnvironment, serverFlags } from '../../tools/node24.mjs'
import { freePort } from '../../test/postgres.ts'
import { type TargetName, workNames } from '../options.ts'
import { secret } from '../people.ts'
import { type ServerProcess, startServer } from '../server-process.ts'
import { postgraphileDialect } from './postgraphile.ts'
import { restDialect } from './rest.ts'
import type { Target } from './target.ts'

type Environment = Readonly<Record<string, string>>

interface Kind extends Omit<Target, 'url' | keyof ServerProcess> {
  start(given: Environment): Promise<ServerProcess>
}

const kinds: Readonly<Record<Exclude<TargetName, 'embedded'>, Kind>> = {
  floor: {
    title: 'floor',
    ...restDialect(workNames),
    start: (given) => startServer(['bench/floor/server.ts'], given, 'ready'),
  },
  like: {
    title: 'floor with LIKE',
    ...restDialect(['W3']),
    start: (given) => startServer(['bench/floor/server.ts'], { ...given, LIKE: 'yes' }, 'ready'),
  },
  deeds: {
    title: 'floor with deeds',
    ...restDialect(['W4', 'W5']),
    start: (given) => startServer(['bench/floor/server.ts'], { ...given, DEEDS: 'yes' }, 'ready'),
  },
  postgraphile: {
    title: 'PostGraphile',
    ...postgraphileDialect,
    start: (given) => startServer(['bench/targets/postgraphile-server.mjs'], { ...given, GRAPHILE_ENV: 'production' }, 'ready'),
  },
  portal: { title: 'portal', ...restDialect(workNames), start: startPortal },
}

/** `extra`: settings of the server beside the usual ones. */
export async function startTarget(
  name: Exclude<TargetName, 'embedded'>,
  databaseUrl: string,
  extra: Environment = {},
): Promise<Target> {
  const port = await freePort()
  const { start, ...kind } = kinds[name]
  const given = { PORT: String(port), DATABASE_URL: databaseUrl, SECRET: secret, NODE_ENV: 'production', ...extra }
  return { ...kind, url: `http://127.0.0.1:${port}`, ...(await start(given)) }
}

async function startPortal(given: Environment): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'passerelle-bench-data-'))
  const server = await runPortal({ ...given, DATA_DIR: dataDir })
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
  const given = { PORT: String(port), DATA_DIR: dataDir, SECRET: secret, NODE_ENV: 'production', DATABASE_URL: '', ...extra }
  const server = await runPortal(given)
  return { title: 'portal, embedded', ...restDialect(workNames), url: `http://127.0.0.1:${port}`, ...server }
}

/** As `npm start` does. */
function runPortal(given: Environment): Promise<ServerProcess> {
  return startServer([...serverFlags(given), builtServer], { ...serverEnvironment(process.execPath), ...given }, 'is running at')
}
