// The servers that are measured, each a process of its own on the same database.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#test/postgres.ts'
import { embeddedFlags } from '#test/embedded-flags.ts'
import type { TargetName, WorkName } from './options.ts'
import { workNames } from './options.ts'
import { secret } from './people.ts'
import type { ServerProcess } from './server-process.ts'
import { startServer } from './server-process.ts'

export interface Target extends ServerProcess {
  readonly name: TargetName
  readonly title: string
  readonly works: readonly WorkName[]
  readonly url: string
}

export async function startTarget(name: TargetName, databaseUrl: string): Promise<Target> {
  const port = await freePort()
  const given = { PORT: String(port), DATABASE_URL: databaseUrl, SECRET: secret }
  const url = `http://127.0.0.1:${port}`
  if (name === 'portal') return { name, title: 'portal', works: workNames, url, ...(await startPortal(given)) }
  const server = await startServer(
    ['tools/bench/floor/server.ts'],
    name === 'deeds' ? { ...given, DEEDS: 'yes' } : given,
    'ready',
  )
  return name === 'deeds'
    ? { name, title: 'floor with deeds', works: ['W4', 'W5'], url, ...server }
    : { name, title: 'floor', works: ['W1', 'W3', 'W4', 'W5'], url, ...server }
}

/** As `npm start` runs it. */
async function startPortal(given: Readonly<Record<string, string>>): Promise<ServerProcess> {
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
