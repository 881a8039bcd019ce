import type { FastifyInstance } from 'fastify'
import { liveRoutes } from '#platform/api/live.ts'
import type { Actor } from '#platform/domain/actor.ts'
import { readCursor, writeCursor } from '#platform/domain/live-cursor.ts'
import { bind, type Handlers } from '#platform/server/http/bind.ts'
import { lookUp } from '#platform/server/http/session.ts'
import type { Portal } from '#platform/server/portal.ts'
import { eventsAfter } from './queries.ts'
import { sessionTimer } from './session-timer.ts'
import { mayReceive, type SseHub, type StreamedEvent } from './sse-hub.ts'
import { presentEvent } from './present.ts'

/** Shorter than the idle time-outs of proxies. */
const heartbeatMs = 20_000
/** Bytes buffered for a client that does not read; beyond them it is disconnected, and resumes when it comes back. */
const maxUnread = 1_000_000

/**
 * One server-sent-event stream per tab. The id of each message is a cursor: a tab that resumes with Last-Event-ID, or names in
 * `after` the `live-seq` of the oldest answer it shows, receives what it missed, or `reset` (refetch everything) when that is
 * too much. `session` means: check again who is signed in. `read` names leads whose marks the person has taken away.
 */
export function registerLive(app: FastifyInstance, portal: Portal, hub: SseHub): void {
  const live: Handlers<typeof liveRoutes>['live'] = async ({ session, request, reply, ...call }) => {
    let actor: Actor = call.actor
    if (!session) return
    const cookies = reply.getHeader('set-cookie')
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      // Nothing follows a stream on its connection; kept alive, it would hold up a graceful stop.
      connection: 'close',
      ...(cookies ? { 'set-cookie': cookies as string[] } : {}),
    })
    if (request.method === 'HEAD') return void raw.end()
    raw.setTimeout(0)
    const write = (text: string) => {
      if (raw.writableEnded || raw.destroyed) return
      raw.write(text)
      if (raw.writableLength > maxUnread) raw.destroy()
    }
    const send = (event: StreamedEvent) => {
      if (!mayReceive(actor, event)) return
      write(`id: ${writeCursor(event.cursor)}\ndata: ${JSON.stringify(presentEvent(event, session))}\n\n`)
    }
    const end = () => {
      write('event: session\ndata: {}\n\n')
      raw.end()
    }
    const pending: StreamedEvent[] = []
    /** Session checks under way: events wait for them, since the person may not receive them any more. */
    let checks = 1
    const finishCheck = () => {
      checks -= 1
      if (checks === 0) for (const event of pending.splice(0)) send(event)
    }
    const checkSession = async () => {
      const row = await lookUp(portal, session.token)
      const isSame = row?.user_id === session.userId && row.role === session.role && (row.viewer_id ?? null) === session.viewerId
      if (!row || !isSame) return end()
      if (!raw.destroyed) timer.set(row.ends_at)
      if (actor.kind === 'partner') actor = { ...actor, contractSigned: row.contract_signed }
    }
    /** One check after the other, so that a late answer is not taken for the latest. */
    let checked = Promise.resolve()
    const queueCheck = () => {
      checks += 1
      checked = checked
        .then(checkSession)
        .catch((error) => {
          request.log.error({ err: error }, 'could not look up the session of a live stream')
          raw.destroy()
        })
        .finally(finishCheck)
    }
    const timer = sessionTimer(portal.clock, queueCheck)
    const unsubscribe = hub.subscribe({
      userId: session.userId,
      sessionId: session.id,
      viewerId: session.viewerId,
      onEvent: (event) => {
        if (checks > 0) pending.push(event)
        else send(event)
      },
      onGap: () => write('event: reset\ndata: {}\n\n'),
      onRead: (leadIds, part) => write(`event: read\ndata: ${JSON.stringify({ leadIds, part })}\n\n`),
      onAccessChange: queueCheck,
      onSessionEnd: end,
    })
    const removeCloser = hub.onClose(() => raw.end())
    const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs)
    raw.on('close', () => {
      clearInterval(heartbeat)
      timer.stop()
      unsubscribe()
      removeCloser()
    })
    // The session may have ended, or been locked, since it was found; this also sets the timer of its end.
    queueCheck()
    write('retry: 1000\n\n')
    await checked
    // Last-Event-ID of a resumed stream goes first: its address still carries where it began.
    const start = call.headers['last-event-id'] ?? call.query.after ?? ''
    const missed = await eventsAfter(portal, actor, readCursor(start))
    if (missed === 'too_many') write('event: reset\ndata: {}\n\n')
    else {
      const replayed = new Set(missed.map(({ cursor }) => cursor.seq))
      for (const event of missed) send(event)
      pending.splice(0, pending.length, ...pending.filter(({ cursor }) => !replayed.has(cursor.seq)))
    }
    finishCheck()
  }
  bind(app, portal, liveRoutes, { live })
}
