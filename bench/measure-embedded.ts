// The portal with the database inside of it: how long its answers take, with one connection and with a few.
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import pg from 'pg'
import { type Database, openDatabase } from '../src/platform/server/db/database.ts'
import { freePort } from '../test/postgres.ts'
import type { BenchOptions } from './options.ts'
import { type BenchPeople, signInPeople } from './people.ts'
import { putBackInPortal } from './put-back.ts'
import { type Figures, measure } from './rounds.ts'
import { compareAnswers } from './same-answers.ts'
import { soak } from './soak.ts'
import type { Target } from './targets/target.ts'
import { startEmbedded, startTarget } from './targets/targets.ts'
import { fillWorld } from './world/fill-world.ts'
import type { WorldSizes } from './world/world-sizes.ts'
import { writeJournal } from './world/write-journal.ts'
import { openWorld, worldFolder } from './world-folder.ts'

const connections = [1, 8]

/** Starts the portal on a copy of the world, which is made first if it is not there. */
export async function withEmbedded<T>(
  sizes: WorldSizes,
  { folder }: Pick<BenchOptions, 'folder'>,
  say: (line: string) => void,
  use: (portal: Target, people: BenchPeople) => Promise<T>,
  extra: Readonly<Record<string, string>> = {},
): Promise<T> {
  const world = worldFolder(folder, 'embedded', sizes)
  if (!existsSync(world)) await makeWorld(world, sizes, say)
  const dataDir = mkdtempSync(join(tmpdir(), 'passerelle-bench-data-'))
  try {
    cpSync(world, dataDir, { recursive: true })
    const people = await signedIn(dataDir)
    const portal = await startEmbedded(dataDir, extra)
    try {
      return await use(portal, people)
    } finally {
      await portal.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Mixed load for minutes. Resolves with what grew, or null. */
export async function soakEmbedded(
  sizes: WorldSizes,
  options: BenchOptions,
  minutes: number,
  say: (line: string) => void,
): Promise<string | null> {
  const metricsPort = await freePort()
  const tidyUp = async () => {}
  const load = (target: Target, people: BenchPeople) => soak({ target, metricsPort, people, minutes, tidyUp, say })
  return withEmbedded(sizes, options, say, load, { METRICS_PORT: String(metricsPort) })
}

export function measureEmbedded(sizes: WorldSizes, options: BenchOptions, say: (line: string) => void): Promise<Figures[]> {
  return withEmbedded(sizes, options, say, async (portal, people) => {
    await compareWithServer(sizes, options, say, people, portal)
    const nothing = async () => {}
    const measuring = {
      postgresPid: null,
      rest: nothing,
      tidyUp: nothing,
      putBack: putBackInPortal,
      people,
      rounds: options.rounds,
      seconds: options.seconds,
    }
    const figures: Figures[] = []
    for (const work of options.works) {
      for (const count of connections) figures.push(...(await measure(measuring, work, count, [portal])))
    }
    return figures
  })
}

/** The portal on a server answers the same, from the same world. */
async function compareWithServer(
  sizes: WorldSizes,
  { folder, works }: BenchOptions,
  say: (line: string) => void,
  people: BenchPeople,
  embedded: Target,
): Promise<void> {
  const postgres = await openWorld(folder, sizes, say)
  const client = new pg.Client({ connectionString: postgres.adminUrl('portal') })
  try {
    await client.connect()
    await signInPeople((text, values = []) => client.query(text, [...values]))
    const portal = await startTarget('portal', postgres)
    try {
      for (const work of works) await compareAnswers(people, work, [embedded, portal], putBackInPortal)
    } finally {
      await portal.stop()
    }
  } finally {
    await client.end()
    await postgres.stop()
  }
}

async function makeWorld(world: string, sizes: WorldSizes, say: (line: string) => void): Promise<void> {
  const started = Date.now()
  const making = `${world}.making`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { recursive: true })
  await withDatabase(making, async (database) => {
    await database.asOwner((run) => fillWorld([run], sizes))
    await writeJournal(database)
  })
  renameSync(making, world)
  say(`Made ${sizes.leads} leads in an embedded database in ${((Date.now() - started) / 1000).toFixed(0)} s`)
}

/** Only one process may open an embedded database: people sign in before the portal starts. */
function signedIn(dataDir: string): Promise<BenchPeople> {
  return withDatabase(dataDir, (database) => database.asOwner((run) => signInPeople(run)))
}

async function withDatabase<T>(dataDir: string, work: (database: Database) => Promise<T>): Promise<T> {
  const { log } = fastify({ logger: { level: 'error' } })
  const database = await openDatabase({ dataDir, databaseUrl: null, log, limits: { queryMs: 600_000, transactionMs: 600_000 } })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
