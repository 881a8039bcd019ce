// npm run bench: tools/bench/README.md says what is measured and how to ask for a part of it.
import pg from 'pg'
import type { BenchOptions } from './options.ts'
import { readOptions } from './options.ts'
import { signInPeople } from './people.ts'
import { figuresTable, ratioTable } from './report.ts'
import type { Figures } from './rounds.ts'
import { measure } from './rounds.ts'
import { compareAnswers } from './same-answers.ts'
import { addFunctions, installPeers } from './targets/postgraphile.ts'
import type { Target } from './targets/target.ts'
import { startTarget } from './targets/targets.ts'
import { hasWorld, openWorld } from './world/world-folder.ts'
import type { WorldSizes } from './world/world-sizes.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const options = readOptions(process.argv.slice(2))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const figures = await measureWorld(worldOf(sizesAsked(options)[0] ?? 100_000), options)
say(`\n${figuresTable(figures)}\n\n${ratioTable(figures)}`)

function worldOf(leads: number): WorldSizes {
  return { leads, partners: 2000, column: Math.round(Math.min(5200, leads * 0.052)) }
}

function sizesAsked({ sizes, quick, folder }: BenchOptions): readonly number[] {
  if (sizes) return sizes
  return quick ? [hasWorld(folder, worldOf(100_000)) ? 100_000 : 10_000] : [1000, 100_000, 1_000_000]
}

/** Starts everything, compares the answers, measures, and stops everything. */
async function measureWorld(
  sizes: WorldSizes,
  { folder, targets: names, works, connections, rounds, seconds }: BenchOptions,
): Promise<Figures[]> {
  if (names.includes('postgraphile')) installPeers(say)
  const postgres = await openWorld(folder, sizes, say)
  const client = new pg.Client({ connectionString: postgres.adminUrl('portal') })
  const targets: Target[] = []
  try {
    await client.connect()
    const people = await signInPeople(client)
    if (names.includes('postgraphile')) await addFunctions(client)
    for (const name of names) targets.push(await startTarget(name, postgres.url))
    for (const work of works) await compareAnswers(client, people, work, targets)
    say(`${sizes.leads} leads of ${sizes.partners} partners, ${people.partners.length} signed in; all targets answer the same.`)
    const figures: Figures[] = []
    for (const work of works) {
      for (const count of connections) {
        figures.push(...(await measure({ client, postgresPid: postgres.pid, people, rounds, seconds }, work, count, targets)))
      }
    }
    return figures
  } finally {
    for (const target of targets) await target.stop()
    await client.end()
    await postgres.stop()
  }
}
