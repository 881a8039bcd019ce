// npm run bench -- --plans: how long the server takes for each list, sort, filter and sum, and what it asks the database.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type BenchPeople, type BenchPerson, signInPeople } from '../people.ts'
import { quantile } from '../rounds.ts'
import type { Target } from '../targets/target.ts'
import { startTarget } from '../targets/targets.ts'
import { fieldFilters } from '../world/fields-sql.ts'
import type { WorldSizes } from '../world/world-sizes.ts'
import { openWorld } from '../world-folder.ts'
import { type ExplainedStatement, endOf, explainAll, explainSettings, readPlans } from './explain-log.ts'
import { type PlannedRequest, plannedRequests } from './requests.ts'

export interface PlannedAnswer {
  readonly caller: string
  readonly path: string
  readonly isExport: boolean
  /** Median of single requests, in milliseconds. */
  readonly p50: number
  /** How many statements it sent, those inside of functions included. */
  readonly asked: number
  readonly statements: readonly ExplainedStatement[]
}

export interface PlansReport {
  readonly leads: number
  readonly answers: readonly PlannedAnswer[]
  /** Routes about one record of a kind that this world has none of. */
  readonly withoutRecord: readonly string[]
}

const repetitions = 20
const timesExported = 3

export async function measurePlans(folder: string, sizes: WorldSizes, say: (line: string) => void): Promise<PlansReport> {
  const logs = mkdtempSync(join(tmpdir(), 'passerelle-bench-log-'))
  const log = join(logs, 'postgres.log')
  const postgres = await openWorld(folder, sizes, say, { log, settings: explainSettings })
  const client = new pg.Client({ connectionString: postgres.adminUrl('portal') })
  let portal: Target | null = null
  try {
    await client.connect()
    const people = await signInPeople((text, values = []) => client.query(text, [...values]))
    portal = await startTarget('portal', postgres)
    const { requests, withoutRecord } = await requestsFor(portal, people, sizes)
    const answers: Pick<PlannedAnswer, 'caller' | 'path' | 'isExport' | 'p50'>[] = []
    for (const request of requests) {
      const path = request.secondPage ? await secondPageOf(portal, request) : request.path
      if (path === null) continue
      // The route of the record's part, when the record lacks it.
      if ((await send(portal, request.person, path)).status === 404)
        withoutRecord.push(`${request.route} (${request.person.kind})`)
      else answers.push({ ...nameOf(request), path, p50: await timed(portal, request, path) })
    }
    for (const statement of explainAll(true)) await client.query(statement)
    const explained: PlannedAnswer[] = []
    for (const { path, ...answer } of answers) {
      const person = answer.caller === 'admin' ? people.admin : (people.partners[0] as BenchPerson)
      const since = endOf(log)
      await ask(portal, person, path)
      const statements = readPlans(log, since)
      explained.push({ path, ...answer, asked: statements.length, statements })
    }
    return { leads: sizes.leads, answers: explained, withoutRecord }
  } finally {
    await portal?.stop()
    await client.end()
    await postgres.stop()
    rmSync(logs, { recursive: true, force: true })
  }
}

const nameOf = ({ person, isExport }: PlannedRequest) => ({ caller: person.kind, isExport })

export function requestsFor(portal: Target, people: BenchPeople, { customFields }: WorldSizes) {
  const filters = customFields ? fieldFilters : []
  return plannedRequests(people, filters, async (person, list) => {
    const response = await send(portal, person, list)
    if (!response.ok) return null
    const { items = [] } = (await response.json()) as { items?: { id: string }[] }
    return items[0]?.id ?? null
  })
}

/** Null if the first page holds everything. */
async function secondPageOf(portal: Target, { person, path }: PlannedRequest): Promise<string | null> {
  const { nextCursor } = JSON.parse(await ask(portal, person, path)) as { nextCursor: string | null }
  return nextCursor && `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(nextCursor)}`
}

async function timed(portal: Target, { person, isExport }: PlannedRequest, path: string): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < (isExport ? timesExported : repetitions); turn += 1) {
    const started = performance.now()
    await ask(portal, person, path)
    times.push(performance.now() - started)
  }
  return quantile(Float64Array.from(times).sort(), 0.5)
}

export async function ask(portal: Target, person: BenchPerson, path: string): Promise<string> {
  const response = await send(portal, person, path)
  const text = await response.text()
  if (!response.ok) throw new Error(`${person.kind} ${path}: ${response.status} ${text}`)
  return text
}

export function send({ url }: Target, person: BenchPerson, path: string): Promise<Response> {
  return fetch(`${url}${path}`, { headers: { cookie: person.cookie } })
}
