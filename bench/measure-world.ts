import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../test/postgres.ts'
import type { BenchOptions } from './options.ts'
import { type BenchPeople, type Query, readChangeable, signInPeople } from './people.ts'
import { putBackInPortal, putBackInThin } from './put-back.ts'
import { type Figures, type Measuring, measure } from './rounds.ts'
import { compareAnswers, compareSums } from './same-answers.ts'
import { soak } from './soak.ts'
import type { Target } from './targets/target.ts'
import { startTarget } from './targets/targets.ts'
import { thinDatabase } from './thin/fill-thin.ts'
import type { WorldSizes } from './world/world-sizes.ts'
import { openWorld } from './world-folder.ts'

/** Starts everything, compares the answers, measures, and stops everything. */
export async function measureWorld(sizes: WorldSizes, options: BenchOptions, say: (line: string) => void): Promise<Figures[]> {
  const { folder, works, connections, rounds, seconds } = options
  const names = options.targets.filter((name) => name !== 'embedded')
  if (names.length === 0) return []
  const postgres = await openWorld(folder, sizes, say)
  const databases = [await connect(postgres.adminUrl('portal')), await connect(postgres.adminUrl(thinDatabase))] as const
  const [portal, thin] = databases
  const targets: Target[] = []
  try {
    const people = await signInPeople(portal.query)
    for (const name of names) targets.push(await startTarget(name, postgres))
    const putBackThin = putBackInThin(thin.query)
    const measuring: Measuring = {
      postgresPid: postgres.pid,
      people,
      rounds,
      seconds,
      rest: () => requestsRest(portal.query),
      async tidyUp({ database }) {
        if (names.includes('portal')) await journalRests(portal.query)
        if (database === 'thin') await tidyUpThin(thin.query, people)
        else await tidyUp(portal.query, people)
      },
      putBack: (target, asked) => (target.database === 'thin' ? putBackThin : putBackInPortal)(target, asked),
    }
    for (const work of works) await compareAnswers(people, work, targets, measuring.putBack)
    await compareSums(portal.query)
    say(`${sizes.leads} leads of ${sizes.partners} partners, ${people.partners.length} signed in; all targets answer the same.`)
    const figures: Figures[] = []
    for (const work of works) {
      for (const count of connections) {
        figures.push(...(await measure(measuring, work, count, targets)))
      }
    }
    await compareSums(portal.query)
    return figures
  } finally {
    for (const target of targets) await target.stop()
    for (const { client } of databases) await client.end()
    await postgres.stop()
  }
}

async function connect(connectionString: string): Promise<{ readonly client: pg.Client; readonly query: Query }> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return { client, query: (text, values = []) => client.query(text, [...values]) }
}

/** Mixed load for minutes on the portal with PostgreSQL. Resolves with what grew, or null. */
export async function soakWorld(
  sizes: WorldSizes,
  options: BenchOptions,
  minutes: number,
  say: (line: string) => void,
): Promise<string | null> {
  const postgres = await openWorld(options.folder, sizes, say)
  const { client, query } = await connect(postgres.adminUrl('portal'))
  try {
    const people = await signInPeople(query)
    const metricsPort = await freePort()
    const target = await startTarget('portal', postgres, { METRICS_PORT: String(metricsPort) })
    try {
      return await soak({ target, metricsPort, people, minutes, tidyUp: () => tidyUp(query, people), say })
    } finally {
      await target.stop()
    }
  } finally {
    await client.end()
    await postgres.stop()
  }
}

/** An idle portal takes events into the journal a moment after the first one: no other target's round pays for that. */
async function journalRests(query: Query): Promise<void> {
  const isDone = 'select coalesce(max(seq), 0) <= (select searched_to from journal_head) as done from events'
  const deadline = Date.now() + 10_000
  while (Date.now() < deadline) {
    const [row] = (await query(isDone)).rows as readonly { done: boolean }[]
    if (row?.done) return
    await setTimeout(100)
  }
}

/**
 * Requests that a round ended before their answer are still being done: they take time of the next round, and move leads.
 */
async function requestsRest(query: Query): Promise<void> {
  const isOpen = `select exists (
    select from pg_stat_activity
    where pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'
  ) as open`
  for (let quiet = 0; quiet < 2; ) {
    await setTimeout(100)
    const [row] = (await query(isOpen)).rows as readonly { open: boolean }[]
    quiet = row?.open ? 0 : quiet + 1
  }
}

/** No round pays for what another one wrote, and none runs into the pace of a partner. */
async function tidyUp(query: Query, people: BenchPeople): Promise<void> {
  await query('delete from auth.rate_limits')
  await vacuum(query, ['leads', 'commissions', 'events', 'lead_stats', 'idempotency_keys', 'auth.rate_limits'])
  Object.assign(people, await readChangeable(query, people.partners))
}

async function tidyUpThin(query: Query, people: BenchPeople): Promise<void> {
  await vacuum(query, ['leads', 'commissions'])
  Object.assign(people, await readChangeable(query, people.partners))
}

async function vacuum(query: Query, tables: readonly string[]): Promise<void> {
  for (const table of tables) await query(`vacuum ${table}`)
  await query('checkpoint')
}
