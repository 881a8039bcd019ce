import type { Route } from '#platform/api/route.ts'
import { everyRow } from './every-row.ts'
import type { Answer, Client, TestApp } from './test-app.ts'

/** A client and a request whose prerequisites exist. */
export type SentRequest = readonly [client: Client, request: { params?: object; body?: object }]

interface Repeated {
  readonly client: Client
  readonly key: { readonly 'idempotency-key': string }
  readonly first: Answer<{ code?: string }>
  readonly second: Answer<unknown>
  /** Rows that came, went or changed while the requests of its group were repeated. */
  readonly changed: readonly unknown[][]
}

interface World {
  readonly app: TestApp
  readonly routeOf: ReadonlyMap<string, Route>
  readonly requests: Readonly<Record<string, () => Promise<SentRequest>>>
  /** Waits until what comes after an answer is done. */
  settle(): Promise<void>
}

/** To look at every row takes longer than most requests: some are sent first, and then repeated between two looks. */
const inGroup = 8

/** Sends each request twice with one key. */
export class RepeatedRequests {
  readonly #world: () => World
  readonly #groups: readonly (readonly string[])[]
  readonly #done = new Map<readonly string[], Promise<Map<string, Repeated | Error>>>()

  constructor(names: readonly string[], world: () => World) {
    this.#world = world
    this.#groups = names.flatMap((_, at) => (at % inGroup === 0 ? [names.slice(at, at + inGroup)] : []))
  }

  async of(name: string): Promise<Repeated> {
    const group = this.#groups.find((each) => each.includes(name)) ?? []
    const doing = this.#done.get(group) ?? this.#repeat(group)
    this.#done.set(group, doing)
    const repeated = (await doing).get(name)
    if (!repeated || repeated instanceof Error) throw repeated ?? new Error(`${name} was not repeated`)
    return repeated
  }

  async #repeat(names: readonly string[]): Promise<Map<string, Repeated | Error>> {
    const { app, requests, routeOf, settle } = this.#world()
    const all = new Map<string, Repeated | Error>()
    const trials: (readonly [name: string, () => Promise<Omit<Repeated, 'changed'>>])[] = []
    for (const name of names) {
      try {
        const [client, request] = await (requests[name]?.() ?? Promise.reject(new Error(`nothing to send for ${name}`)))
        const key = { 'idempotency-key': `twice-${name}` }
        const send = () => client.try(routeOf.get(name) as Route, request as never, key)
        const first = await send()
        trials.push([name, async () => ({ client, key, first, second: await send() })])
      } catch (error) {
        all.set(name, error as Error)
      }
      // Statements are printed after the answer.
      await settle()
    }
    const before = await everyRow(app)
    const repeated: (readonly [string, Omit<Repeated, 'changed'>])[] = []
    for (const [name, again] of trials) repeated.push([name, await again()])
    const changed = difference(before, await everyRow(app))
    for (const [name, each] of repeated) all.set(name, { ...each, changed })
    return all
  }
}

/** Rows that only one of them has, however often. */
function difference(before: readonly unknown[][], after: readonly unknown[][]): unknown[][] {
  const left = new Map<string, number>()
  for (const row of before) left.set(JSON.stringify(row), (left.get(JSON.stringify(row)) ?? 0) + 1)
  for (const row of after) left.set(JSON.stringify(row), (left.get(JSON.stringify(row)) ?? 0) - 1)
  return [...left].flatMap(([row, count]) => (count === 0 ? [] : [JSON.parse(row)]))
}
