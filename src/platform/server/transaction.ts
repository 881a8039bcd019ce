import { sql } from 'kysely'
import type { Actor } from '#access/domain/actor.ts'
import { readersOf } from '#access/domain/audience.ts'
import type { EventOrigin } from '#platform/domain/session-methods.ts'
import type { How, Post, Tx } from '#platform/server/db/database.ts'
import { insertSlices } from '#platform/server/db/insert-slices.ts'
import type { NewEvent } from '#platform/server/events/event-record.ts'
import { RecordedEvents } from '#platform/server/events/recorded-events.ts'
import { newIdAt } from './ids.ts'
import type { TransactionParts } from './portal.ts'

/** Client of the request, as evidence of who took a step. */
export interface Origin {
  readonly address: string
  readonly agent: string
  readonly sessionId: string
}

/** Unit of work passed to commands: one transaction, its actor and time. */
export interface TransactionContext {
  readonly tx: Tx
  readonly actor: Actor
  readonly now: Date
  /** Records an event in this transaction; mail and live updates follow after commit. */
  recordEvent(event: NewEvent): Promise<void>
  /** Records several events, in order. */
  recordEvents(events: readonly NewEvent[]): Promise<void>
  /** Sends a change whose result nobody needs, together with what follows. If it fails, the transaction does. */
  readonly post: Post
}

/** How a transaction is run, and what its events tell of the request. */
export interface TransactionOptions extends How {
  readonly requestId?: string | null
  /** The person whose deed the events tell when the system writes what the person's own role may not. */
  readonly behalfOf?: string | null
  readonly origin?: Origin | null
  /** Set if the operator acts by a command, who is no user of the portal. All events of the transaction record it. */
  readonly by?: 'operator'
}

/**
 * Runs `run` in one transaction as the actor. It may be repeated after a deadlock, so it must only touch the database.
 */
export function withTransaction<T>(
  portal: TransactionParts,
  actor: Actor,
  run: (context: TransactionContext) => Promise<T>,
  { requestId = null, behalfOf = null, origin = null, by, ...how }: TransactionOptions = {},
): Promise<T> {
  const work = async (tx: Tx, post: Post) => {
    const now = portal.clock.now()
    const recorded = new RecordedEvents({ tx, post }, portal.eventRules)
    const row = (event: NewEvent) => ({
      id: newIdAt(now),
      name: event.name,
      occurred_at: now,
      actor_id: 'userId' in actor ? actor.userId : behalfOf,
      subject_id: event.subjectId,
      ...readersOf(event),
      before: event.before ? JSON.stringify(event.before) : null,
      after: event.after || by ? JSON.stringify({ ...event.after, ...(by ? { by } : {}) }) : null,
      request_id: requestId,
      origin: origin && portal.eventRules.keepsOrigin(event.name) ? originRecord(origin) : null,
    })
    const sendJobs = (ids: readonly string[], urgent = false) =>
      portal.queue.sendAll(
        tx,
        'event',
        ids.map((eventId) => ({ eventId })),
        { urgent },
      )
    const recordEvents = async (events: readonly NewEvent[]) => {
      const rows = events.map(row)
      for (const slice of insertSlices(rows)) recorded.insert(slice)
      const withJob = rows.filter(({ name }) => portal.eventRules.withJob.has(name))
      for (const [urgent, group] of Map.groupBy(withJob, ({ name }) => portal.eventRules.isUrgent(name)))
        await sendJobs(
          group.map(({ id }) => id),
          urgent,
        )
    }
    const result = await run({ tx, actor, now, recordEvent: (event) => recordEvents([event]), recordEvents, post })
    await sendJobs(await recorded.withHandlers())
    return result
  }
  return portal.database.asActor(actor, work, how)
}

/**
 * What `run` would answer or refuse: its transaction is rolled back, so that nothing of it stays and no mail or message leaves.
 */
export async function dryRun<T>(
  portal: TransactionParts,
  actor: Actor,
  run: (context: TransactionContext) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  const outcome: { value?: T } = {}
  const over = new Error('the end of a dry run')
  try {
    await withTransaction(
      portal,
      actor,
      async (context) => {
        outcome.value = await run(context)
        // What the database checks at a commit is checked as well.
        await sql`set constraints all immediate`.execute(context.tx)
        throw over
      },
      options,
    )
  } catch (error) {
    if (error !== over) throw error
  }
  return outcome.value as T
}

/** The request's client as stored in the evidence, with the session's authentication method. */
function originRecord({ address, agent, sessionId }: Origin) {
  return sql<EventOrigin>`jsonb_build_object('address', ${address}::text, 'agent', ${agent}::text, 'method',
    app.session_method(${sessionId}::uuid))`
}
