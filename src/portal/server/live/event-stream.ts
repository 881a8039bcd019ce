import type { ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { Actor } from '#access/domain/actor.ts'
import { lookUp, membershipOf, type Session } from '#access/server/session.ts'
import { isNewsTo } from '#communication/lead-news/domain/news.ts'
import type { UnreadPart } from '#communication/lead-news/domain/unread.ts'
import { type LiveCursor, writeCursor } from '#platform/domain/live-cursor.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Portal } from '#platform/server/portal.ts'
import { events } from '#portal/api/events.ts'
import type { LiveMessage } from '#portal/api/live.ts'
import { eventsAfter } from './queries.ts'
import { mayReceive, type SseHub, type StreamedEvent, type Subscriber } from './sse-hub.ts'

/** Node's timers are limited to 24.8 days, and the clock may be set: check at least once an hour. */
const maxMs = 3_600_000

interface SessionTimer {
  /** Schedules the check for this time, instead of the time set before. */
  set(endsAt: Date): void
  stop(): void
}

/** Calls `check` when a session expires: expiry writes no row, so nothing announces it. */
function sessionTimer(clock: Clock, check: () => void): SessionTimer {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    set(endsAt) {
      clearTimeout(timer)
      const remainingMs = endsAt.getTime() - clock.now().getTime()
      timer = setTimeout(check, Math.min(Math.max(remainingMs, 1), maxMs))
      timer.unref()
    },
    stop: () => clearTimeout(timer),
  }
}

/** Shorter than the idle time-outs of proxies. */
const heartbeatMs = 20_000
/** Bytes buffered for a client that does not read; beyond them it is disconnected, and resumes when it comes back. */
const maxUnread = 1_000_000

interface StreamParts {
  readonly portal: Pick<Portal, 'database' | 'clock' | 'config' | 'knownSessions'>
  readonly session: Session
  /** The actor of the session when the stream began. */
  readonly actor: Actor
  /** Headers are sent, and nothing else. */
  readonly raw: ServerResponse
  readonly log: FastifyBaseLogger
}

/** The events of one tab, as far as its session may receive them at the time. */
export class EventStream implements Subscriber {
  readonly userId: string
  readonly partnerId: string | null
  readonly sessionId: string
  readonly viewerId: string | null
  readonly #portal: StreamParts['portal']
  readonly #session: Session
  readonly #raw: ServerResponse
  readonly #log: FastifyBaseLogger
  #actor: Actor
  readonly #timer: SessionTimer
  /** Events that wait for the checks under way: the person may not receive them any more. */
  readonly #pending: StreamedEvent[] = []
  /** The replay of what was missed counts as one: what happens meanwhile follows it. */
  #checks = 1
  /** One check after the other, so that a late answer is not taken for the latest. */
  #checked = Promise.resolve()

  constructor({ portal, session, actor, raw, log }: StreamParts) {
    this.userId = session.userId
    this.partnerId = session.partner?.id ?? null
    this.sessionId = session.id
    this.viewerId = session.viewerId
    this.#portal = portal
    this.#session = session
    this.#actor = actor
    this.#raw = raw
    this.#log = log
    this.#timer = sessionTimer(portal.clock, () => this.onAccessChange())
  }

  /** Subscribes, then sends what was missed since the cursor and all that follows, until either side ends the stream. */
  async start(hub: SseHub, cursor: LiveCursor | null): Promise<void> {
    // Given up while its session was looked up: its end has been told already, and would never take it out again.
    if (this.#raw.destroyed) return
    this.#raw.setTimeout(0)
    const unsubscribe = hub.subscribe(this)
    const removeCloser = hub.onClose(() => this.#raw.end())
    const heartbeat = setInterval(() => this.#write(': still here\n\n'), heartbeatMs)
    this.#raw.on('close', () => {
      clearInterval(heartbeat)
      this.#timer.stop()
      unsubscribe()
      removeCloser()
    })
    // The session may have ended, or been locked, since it was found; this also sets the timer of its end.
    this.onAccessChange()
    this.#write('retry: 1000\n\n')
    await this.#checked
    await this.#replay(cursor)
    this.#finishCheck()
  }

  onEvent(event: StreamedEvent): void {
    if (this.#checks > 0) this.#pending.push(event)
    else this.#send(event)
  }

  onGap(): void {
    this.#write('event: reset\ndata: {}\n\n')
  }

  onRead(leadIds: readonly string[] | null, part: UnreadPart | null): void {
    this.#write(`event: read\ndata: ${JSON.stringify({ leadIds, part })}\n\n`)
  }

  onUnread(leadIds: readonly string[] | null, part: UnreadPart): void {
    if (this.#actor.kind === 'partner' && !this.#actor.contractSigned) return
    this.#write(`event: unread\ndata: ${JSON.stringify({ leadIds, part })}\n\n`)
  }

  onAccessChange(): void {
    this.#checks += 1
    this.#checked = this.#checked
      .then(() => this.#checkSession())
      .catch((error) => {
        this.#log.error({ err: error }, 'could not look up the session of a live stream')
        this.#raw.destroy()
      })
      .finally(() => this.#finishCheck())
  }

  onSessionEnd(): void {
    this.#write('event: session\ndata: {}\n\n')
    this.#raw.end()
  }

  async #replay(cursor: LiveCursor | null): Promise<void> {
    const missed = await eventsAfter(this.#portal, this.#actor, cursor)
    if (missed === 'too_many') return this.onGap()
    const replayed = new Set(missed.map((event) => event.cursor.seq))
    for (const event of missed) this.#send(event)
    this.#pending.splice(0, this.#pending.length, ...this.#pending.filter((event) => !replayed.has(event.cursor.seq)))
  }

  async #checkSession(): Promise<void> {
    const { token, userId, role, viewerId } = this.#session
    const row = await lookUp(this.#portal, token)
    const isSame =
      row?.user_id === userId &&
      row.role === role &&
      (row.viewer_id ?? null) === viewerId &&
      (row.partner_id ?? null) === this.partnerId &&
      (row.partner_role ?? null) === (this.#session.partner?.role ?? null) &&
      membershipOf(row)?.seesAmounts === this.#session.partner?.seesAmounts
    if (!row || !isSame) return this.onSessionEnd()
    if (!this.#raw.destroyed) this.#timer.set(row.ends_at)
    if (this.#actor.kind === 'partner') this.#actor = { ...this.#actor, contractSigned: row.contract_signed }
  }

  #finishCheck(): void {
    this.#checks -= 1
    if (this.#checks === 0) for (const event of this.#pending.splice(0)) this.#send(event)
  }

  #send(event: StreamedEvent): void {
    if (!mayReceive(this.#actor, event)) return
    this.#write(`id: ${writeCursor(event.cursor)}\ndata: ${JSON.stringify(presentEvent(event, this.#session))}\n\n`)
  }

  #write(text: string): void {
    if (this.#raw.writableEnded || this.#raw.destroyed) return
    this.#raw.write(text)
    if (this.#raw.writableLength > maxUnread) this.#raw.destroy()
  }
}

/** The only serializer for a streamed event. Whose request it was is told to that person alone. */
function presentEvent(event: StreamedEvent, receiver: Pick<Session, 'role' | 'userId' | 'partner'>): LiveMessage {
  const kind = events[event.name]?.subject
  return {
    name: event.name,
    subject: kind && event.subjectId ? { kind, id: event.subjectId } : null,
    from: event.from,
    to: event.to,
    partnerId: event.partnerId,
    requestId: event.actorId === receiver.userId ? event.requestId : null,
    news: isNewsTo({ ...receiver, partnerId: receiver.partner?.id ?? null }, { ...event, passedTo: event.typedBy }),
    occurredAt: new Date(event.occurredAt).toISOString(),
  }
}
