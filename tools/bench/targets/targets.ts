// The servers that are measured, each a process of its own on the same database.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { embeddedFlags } from '#test/embedded-flags.ts'
import { freePort } from '#test/postgres.ts'
import type { TargetName } from '../options.ts'
import { workNames } from '../options.ts'
import { secret } from '../people.ts'
import type { ServerProcess } from '../server-process.ts'
import { startServer } from '../server-process.ts'
import { postgraphileDialect } from './postgraphile.ts'
import { restDialect } from './rest.ts'
import type { Target } from './target.ts'

type Environment = Readonly<Record<string, string>>

interface Kind extends Omit<Target, 'name' | 'url' | keyof ServerProcess> {
  start(given: Environment): Promise<ServerProcess>
}

const kinds: Readonly<Record<TargetName, Kind>> = {
  floor: {
    title: 'floor',
    ...restDialect(workNames),
    start: (given) => startServer(['tools/bench/floor/server.ts'], given, 'ready'),
  },
  deeds: {
    title: 'floor with deeds',
    ...restDialect(['W4', 'W5']),
    start: (given) => startServer(['tools/bench/floor/server.ts'], { ...given, DEEDS: 'yes' }, 'ready'),
  },
  postgraphile: {
    title: 'PostGraphile',
    ...postgraphileDialect,
    start: (given) =>
      startServer(['tools/bench/peers/postgraphile-server.mjs'], { ...given, GRAPHILE_ENV: 'production' }, 'ready'),
  },
  portal: { title: 'portal', ...restDialect(workNames), start: startPortal },
}

export async function startTarget(name: TargetName, databaseUrl: string): Promise<Target> {
  const port = await freePort()
  const { start, ...kind } = kinds[name]
  const given = { PORT: String(port), DATABASE_URL: databaseUrl, SECRET: secret, NODE_ENV: 'production' }
  return { name, ...kind, url: `http://127.0.0.1:${port}`, ...(await start(given)) }
}

/** As `npm start` runs it. */
async function startPortal(given: Environment): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'passerelle-bench-data-'))
  const server = await startServer([...embeddedFlags, 'src/server/main.ts'], { ...given, DATA_DIR: dataDir }, 'is running at')
  return {
    pid: server.pid,
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
