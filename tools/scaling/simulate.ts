// A queueing model of several servers and one database, for loads that no machine here can make.

/** Times in milliseconds. */
export interface Costs {
  /** Processor time of a server and of the database, by kind of request. */
  readonly change: { readonly server: number; readonly database: number }
  readonly read: { readonly server: number; readonly database: number }
  /** From a change's write to the sums of its partner to its commit, without waiting and flush: others of the partner wait. */
  readonly partnerHeld: number
  /** Flush of a commit to disk. */
  readonly flush: number
}

export interface Scenario {
  /** Servers, of one busy core each. */
  readonly servers: number
  readonly connectionsPerServer: number
  /** Cores of each database that takes changes. */
  readonly cores: number
  /** Databases that partners are spread over. */
  readonly shards: number
  /** Cores of all read replicas together; 0: reads go where changes go. */
  readonly replicaCores: number
  /** Whether a commit notifies: PostgreSQL lets one commit with a notification through at a time, its flush included. */
  readonly isNotifying: boolean
  readonly partners: number
  /** Share of all changes that the busiest partner makes. */
  readonly busiest: number
  /** Per second. */
  readonly changes: number
  readonly reads: number
  readonly costs: Costs
  readonly seconds: number
  readonly seed: number
}

export interface Outcome {
  /** Changes and reads answered per second, of those that arrived within the time. */
  readonly changes: number
  readonly reads: number
  /** Milliseconds of a change. */
  readonly p50: number
  readonly p95: number
  /** Share of the time that each kind of resource is taken, the busiest one of its kind. */
  readonly used: Readonly<Record<'servers' | 'connections' | 'cores' | 'notify' | 'partner', number>>
}

/** Places that are taken one after the other; who comes first is first. */
class Resource {
  readonly #places: number
  readonly #waiting: (() => void)[] = []
  #first = 0
  #taken = 0
  #since = 0
  /** Place-milliseconds taken. */
  #busy = 0

  constructor(places: number) {
    this.#places = places
  }

  take(now: number, then: () => void): void {
    if (this.#taken === this.#places) return void this.#waiting.push(then)
    this.#count(now, 1)
    then()
  }

  free(now: number): void {
    const next = this.#waiting[this.#first]
    if (!next) return this.#count(now, -1)
    this.#first += 1
    next()
  }

  used(now: number): number {
    this.#count(now, 0)
    return this.#busy / (this.#places * now)
  }

  #count(now: number, change: number): void {
    this.#busy += this.#taken * (now - this.#since)
    this.#since = now
    this.#taken += change
  }
}

/** What happens when, the earliest first (a binary heap). */
class Agenda {
  readonly #heap: { at: number; run: () => void }[] = []
  now = 0

  after(delay: number, run: () => void): void {
    const heap = this.#heap
    const entry = { at: this.now + delay, run }
    let place = heap.push(entry) - 1
    while (place > 0) {
      const above = (place - 1) >> 1
      const other = heap[above]
      if (!other || other.at <= entry.at) break
      heap[place] = other
      place = above
    }
    heap[place] = entry
  }

  /** Runs what happens until `end`. */
  runUntil(end: number): void {
    for (let next = this.#heap[0]; next && next.at <= end; next = this.#heap[0]) {
      this.#removeFirst()
      this.now = next.at
      next.run()
    }
    this.now = end
  }

  #removeFirst(): void {
    const heap = this.#heap
    const last = heap.pop()
    if (!last || heap.length === 0) return
    let place = 0
    for (;;) {
      const left = heap[2 * place + 1]
      const right = heap[2 * place + 2]
      const lower = right && left && right.at < left.at ? 2 * place + 2 : 2 * place + 1
      const below = heap[lower]
      if (!below || below.at >= last.at) break
      heap[place] = below
      place = lower
    }
    heap[place] = last
  }
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const many = (count: number, places: number) => Array.from({ length: count }, () => new Resource(places))
const at = <T>(list: readonly T[], place: number): T => list[place % list.length] as T

/** Runs the requests of some seconds. The same scenario has the same outcome. */
export function simulate(scenario: Scenario): Outcome {
  const { costs, isNotifying } = scenario
  const agenda = new Agenda()
  const random = randomOf(scenario.seed)
  const servers = many(scenario.servers, 1)
  const pools = many(scenario.servers, scenario.connectionsPerServer)
  const cores = many(scenario.shards, scenario.cores)
  const replicas = scenario.replicaCores > 0 ? [new Resource(scenario.replicaCores)] : cores
  const commits = many(scenario.shards, 1)
  const partners = new Map<number, Resource>()
  const times: number[] = []
  let reads = 0

  const within = (resource: Resource, time: number, then: () => void) =>
    resource.take(agenda.now, () =>
      agenda.after(time, () => {
        resource.free(agenda.now)
        then()
      }),
    )
  const partnerOf = () => {
    const number = random() < scenario.busiest ? 0 : 1 + Math.floor(random() * (scenario.partners - 1))
    const resource = partners.get(number) ?? new Resource(1)
    partners.set(number, resource)
    return { number, resource }
  }

  function change(): void {
    const start = agenda.now
    const server = Math.floor(random() * scenario.servers)
    const { number, resource: sums } = partnerOf()
    const [app, pool, database, commit] = [at(servers, server), at(pools, server), at(cores, number), at(commits, number)]
    const release = () => {
      for (const each of [sums, pool]) each.free(agenda.now)
      within(app, costs.change.server / 2, () => void times.push(agenda.now - start))
    }
    const flush = () => {
      if (isNotifying) within(commit, costs.flush, release)
      else agenda.after(costs.flush, release)
    }
    within(app, costs.change.server / 2, () =>
      pool.take(agenda.now, () =>
        within(database, costs.change.database - costs.partnerHeld, () =>
          sums.take(agenda.now, () => within(database, costs.partnerHeld, flush)),
        ),
      ),
    )
  }

  function read(): void {
    const server = Math.floor(random() * scenario.servers)
    const [app, pool, database] = [at(servers, server), at(pools, server), at(replicas, Math.floor(random() * replicas.length))]
    within(app, costs.read.server / 2, () =>
      pool.take(agenda.now, () =>
        within(database, costs.read.database, () => {
          pool.free(agenda.now)
          within(app, costs.read.server / 2, () => {
            reads += 1
          })
        }),
      ),
    )
  }

  const arrive = (perSecond: number, run: () => void) => {
    if (perSecond === 0) return
    agenda.after((-Math.log(1 - random()) * 1000) / perSecond, () => {
      run()
      arrive(perSecond, run)
    })
  }
  arrive(scenario.changes, change)
  arrive(scenario.reads, read)
  agenda.runUntil(scenario.seconds * 1000)

  times.sort((one, other) => one - other)
  const most = (list: readonly Resource[]) => Math.max(...list.map((each) => each.used(agenda.now)))
  return {
    changes: times.length / scenario.seconds,
    reads: reads / scenario.seconds,
    p50: times[Math.floor(times.length * 0.5)] ?? 0,
    p95: times[Math.floor(times.length * 0.95)] ?? 0,
    used: {
      servers: most(servers),
      connections: most(pools),
      cores: most([...cores, ...replicas]),
      notify: isNotifying ? most(commits) : 0,
      partner: partners.size > 0 ? most([...partners.values()]) : 0,
    },
  }
}
