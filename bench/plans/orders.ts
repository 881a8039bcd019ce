// npm run bench -- --plans: whether a plan depends on who used the connection first. Each list of partners is asked for by
// the one with the most leads and by one with few, in both orders.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type BenchPerson, signInPeople } from '../people.ts'
import type { Target } from '../targets/target.ts'
import { startTarget } from '../targets/targets.ts'
import type { WorldSizes } from '../world/world-sizes.ts'
import { openWorld } from '../world-folder.ts'
import { endOf, explainAll, explainSettings, readPlans } from './explain-log.ts'
import { ask, requestsFor, send } from './plans.ts'

/** A statement that reads more than twice its best, because of who asked before. */
export interface PlanByLuck {
  readonly path: string
  readonly asker: 'most leads' | 'few leads'
  /** 8 kB pages. */
  readonly best: number
  readonly pages: number
  readonly text: string
}

export interface OrdersReport {
  readonly requests: number
  readonly byLuck: readonly PlanByLuck[]
}

/** The portal prepares what is sent twice, and PostgreSQL chooses a plan for all values after five for single ones. */
const timesToSettle = 7
/** Nobody waits for fewer pages: a millisecond, when they are in memory. */
const fewPages = 200

/** Pages that each statement of an answer reads. */
type Pages = ReadonlyMap<string, number>
type Answers = ReadonlyMap<string, { readonly first: Pages; readonly second: Pages }>

export async function measureOrders(folder: string, sizes: WorldSizes, say: (line: string) => void): Promise<OrdersReport> {
  const logs = mkdtempSync(join(tmpdir(), 'passerelle-bench-log-'))
  const log = join(logs, 'postgres.log')
  const postgres = await openWorld(folder, sizes, say, { log, settings: explainSettings })
  const client = new pg.Client({ connectionString: postgres.adminUrl('portal') })
  try {
    await client.connect()
    const people = await signInPeople((text, values = []) => client.query(text, [...values]))
    const [most, few] = [people.partners[0], people.partners.at(-1)]
    if (!most || !few) throw new Error('this world has too few partners')
    await client.query('analyze')
    for (const statement of explainAll(true)) await client.query(statement)
    const inOrder = async (first: BenchPerson, second: BenchPerson): Promise<Answers> => {
      // A portal of its own has connections of its own, on which nothing is planned yet; the folder of the one before is gone.
      const portal = await startTarget('portal', postgres, { ADOPT: 'files' })
      try {
        const pathsOf = async (person: BenchPerson) => {
          const { requests } = await requestsFor(portal, { ...people, partners: [person] }, sizes)
          const paths: string[] = []
          for (const { path, ...each } of requests) {
            // Files are read page by page with the statements of lists.
            if (each.person !== person || each.secondPage || each.isExport) continue
            // The route of the record's part, when the record lacks it.
            if ((await send(portal, person, path)).status !== 404) paths.push(path)
          }
          return paths
        }
        return await answersOf(portal, log, [first, await pathsOf(first)], [second, await pathsOf(second)])
      } finally {
        await portal.stop()
      }
    }
    const mostFirst = await inOrder(most, few)
    const fewFirst = await inOrder(few, most)
    const byLuck = [...mostFirst].flatMap(([path, { first, second }]) => [
      ...compared(path, 'most leads', first, fewFirst.get(path)?.second),
      ...compared(path, 'few leads', second, fewFirst.get(path)?.first),
    ])
    return { requests: mostFirst.size, byLuck }
  } finally {
    await client.end()
    await postgres.stop()
    rmSync(logs, { recursive: true, force: true })
  }
}

type Asker = readonly [person: BenchPerson, paths: readonly string[]]

/** What each path reads when the first has asked before the second; the paths of both are those of the same routes. */
async function answersOf(portal: Target, log: string, [first, paths]: Asker, [second, others]: Asker): Promise<Answers> {
  const pagesOnce = async (person: BenchPerson, path: string): Promise<Map<string, number>> => {
    const since = endOf(log)
    await ask(portal, person, path)
    const pages = new Map<string, number>()
    for (const plan of readPlans(log, since)) pages.set(plan.text, (pages.get(plan.text) ?? 0) + plan.pages)
    return pages
  }
  // The fewer of two: what a connection reads of the catalogue for the first time is no plan's.
  const pagesOf = async (person: BenchPerson, path: string): Promise<Pages> => {
    const [once, again] = [await pagesOnce(person, path), await pagesOnce(person, path)]
    return new Map([...again].map(([text, pages]) => [text, Math.min(pages, once.get(text) ?? pages)]))
  }
  const answers = new Map<string, { first: Pages; second: Pages }>()
  const othersByName = new Map(others.map((path) => [nameOf(path), path]))
  for (const path of paths) {
    const other = othersByName.get(nameOf(path))
    if (other === undefined) continue
    for (let time = 0; time < timesToSettle; time += 1) await ask(portal, first, path)
    answers.set(nameOf(path), { first: await pagesOf(first, path), second: await pagesOf(second, other) })
  }
  return answers
}

/** A path without the record that it is about. */
const nameOf = (path: string) => path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, ':id')

function compared(path: string, asker: PlanByLuck['asker'], one: Pages, other: Pages | undefined): PlanByLuck[] {
  return [...one].flatMap(([text, pages]) => {
    // What the server reads of its own connections is as much as there are of them.
    if (text.includes('pg_stat_activity')) return []
    const [best, worst] = [pages, other?.get(text) ?? pages].toSorted((a, b) => a - b) as [number, number]
    return worst > 2 * best && worst > fewPages ? [{ path, asker, best, pages: worst, text }] : []
  })
}

export const ordersText = ({ requests, byLuck }: OrdersReport): string =>
  [
    `${requests} requests of partners in both orders: ${byLuck.length} statements read more than twice their best.`,
    ...byLuck.map(({ asker, path, best, pages, text }) => `${asker}, ${path}: ${best} or ${pages} pages: ${text.slice(0, 200)}`),
  ].join('\n')
