import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyBaseLogger } from 'fastify'
import { measure } from '#platform/server/metrics/measurements.ts'

/** The ways to the database that take a session of their own. */
export const waysIn = ['asActor', 'auth', 'runAsJobs', 'asOwner', 'vacuum', 'health', 'listen', 'copyTo'] as const
export type WayIn = (typeof waysIn)[number]

/** Frames that are kept of each place that holds a session: what they cost, every transaction pays. */
const framesHeld = 6
/** Frames of a place that asks within: the query builder of the auth library has many of its own. */
const framesAsking = 30
/** Places that one process tells of; there are more only if something is badly wrong. */
const maxToldPlaces = 100

interface Place {
  readonly stack: string
}

/** The session that work has, from asking for it to its end. */
interface HeldSession {
  readonly way: WayIn
  /** Where it was asked for; null where sessions within it are only told of, since keeping a place costs each transaction. */
  readonly place: Place | null
  /** What was started meanwhile and goes on holds nothing any more. */
  hasEnded: boolean
}

/**
 * Work that holds a session of the database has asked for another one. The embedded database has no other, so that it would wait
 * for itself; a server would have the one waited for by the other.
 */
export class NestedSession extends Error {
  override readonly name = 'NestedSession'
  readonly way: WayIn
  /** Where it was asked for. */
  readonly place: string

  constructor(way: WayIn, place: string, held: HeldSession) {
    const problem = `database.${way} was asked for within database.${held.way}`
    const advice = 'What needs a session of its own goes before or after, never within.'
    const within = held.place ? `\nWithin, asked for:\n${framesIn(held.place)}` : ''
    super(`${problem}. ${advice}\nAsked for:\n${place}${within}`)
    this.way = way
    this.place = place
    // The message has the place already.
    this.stack = `${this.name}: ${this.message}`
  }
}

/** Tells of a session within another one. */
type OnNested = (nested: NestedSession) => void

/** Tells the log of each place once: a request that is sent often would fill it. */
export function logNesting(log: Pick<FastifyBaseLogger, 'error'>): OnNested {
  const told = new Set<string>()
  return (nested) => {
    if (told.has(nested.place) || told.size >= maxToldPlaces) return
    told.add(nested.place)
    log.error({ err: nested }, 'work that holds a session of the database asked for another one')
  }
}

/** Knows for each piece of asynchronous work whether it holds a session of one database. */
export class Nesting {
  readonly #held = new AsyncLocalStorage<HeldSession | undefined>()
  readonly #onNested: OnNested | null

  /** `onNested`: what is told of a session within another one, which is refused unless it is given. */
  constructor(onNested: OnNested | null = null) {
    this.#onNested = onNested
  }

  /** Runs work that has a session until it has ended. Work that holds one already is refused with a NestedSession, or told of. */
  async hold<T>(way: WayIn, work: () => Promise<T>): Promise<T> {
    const outer = this.#held.getStore()
    if (outer && !outer.hasEnded) this.#meet(way, outer)
    const held: HeldSession = { way, place: this.#onNested ? null : placeOf(this.hold, framesHeld), hasEnded: false }
    try {
      return await this.#held.run(held, work)
    } finally {
      held.hasEnded = true
    }
  }

  /** Runs what has nothing to do with the work that is under way, such as a listener that happens to be told now. */
  outside<T>(work: () => T): T {
    return this.#held.run(undefined, work)
  }

  #meet(way: WayIn, outer: HeldSession): void {
    measure('nestedSession', () => ({ way }))
    const nested = new NestedSession(way, framesIn(placeOf(this.hold, framesAsking)), outer)
    if (!this.#onNested) throw nested
    this.#onNested(nested)
  }
}

/** The place of a function's call. Cheap: the engine puts a stack into words when it is read. */
function placeOf(called: (...parameters: never[]) => unknown, maxFrames: number): Place {
  const place = {}
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = maxFrames
  Error.captureStackTrace(place, called)
  Error.stackTraceLimit = limit
  return place as Place
}

/** Without the line above the frames. */
const framesIn = ({ stack }: Place) => stack.slice(stack.indexOf('\n') + 1)
