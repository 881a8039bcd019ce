import type { FastifyInstance } from 'fastify'
import { liveRoutes } from '#api/live.ts'
import type { Actor } from '#domain/actor.ts'
import { readCursor } from '#domain/live-cursor.ts'
import type { Handlers } from '../http/bind.ts'
import { bind } from '../http/bind.ts'
import { lookUp } from '../http/session.ts'
import type { Portal } from '../portal.ts'
import type { Announcement, Hub, ToldEvent } from './hub.ts'
import { mayHear } from './hub.ts'
import { missedSince } from './queries.ts'
import { sessionTimer } from './session-timer.ts'

/** Often enough that no proxy takes the stream for dead. */
const heartbeatMs = 20_000
/** A tab that reads nothing any more is let go; it comes back and resumes. */
const maxUnread = 1_000_000

/**
 * One server-sent-event stream a tab. Each message carries its sequence as id; a tab that comes back with Last-Event-ID, or
 * that names in `after` the `live-seq` of the oldest answer it shows, gets what it missed, or `reset` when that is too much.
 * `session` says: ask again who you are.
 */
export function registerLive(app: FastifyInstance, portal: Portal, hub: Hub): void {
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
      ...(cookies ? { 'set-cookie': cookies as string[] } : {}),
    })
    raw.setTimeout(0)
    const write = (text: string) => {
      if (raw.writableEnded || raw.destroyed) return
      raw.write(text)
      if (raw.writableLength > maxUnread) raw.destroy()
    }
    const send = ({ seq, name, subjectId, partnerId, occurredAt }: ToldEvent) =>
      write(`id: ${seq}\ndata: ${JSON.stringify({ name, subjectId, partnerId, occurredAt })}\n\n`)
    const end = () => {
      write('event: session\ndata: {}\n\n')
      raw.end()
    }
    const pending: Announcement[] = []
    /** Look-ups that are under way: what is announced meanwhile waits, since it may not be this person's to hear any more. */
    let lookUps = 1
    const settle = () => {
      lookUps -= 1
      if (lookUps === 0) for (const announcement of pending.splice(0)) if (mayHear(actor, announcement)) send(announcement)
    }
    const whoNow = async () => {
      const row = await lookUp(portal, session.token)
      if (!row || row.role !== session.role) return end()
      if (!raw.destroyed) ending.set(row.ends_at)
      if (actor.kind === 'partner') actor = { ...actor, contractSigned: row.contract_signed }
    }
    /** One after the other, so that an answer that comes late is not taken for the latest. */
    let checked = Promise.resolve()
    const lookAgain = () => {
      lookUps += 1
      checked = checked
        .then(whoNow)
        .catch((error) => {
          request.log.error({ err: error }, 'could not look up the session of a live stream')
          raw.destroy()
        })
        .finally(settle)
    }
    const ending = sessionTimer(portal.clock, lookAgain)
    const leave = hub.add({
      userId: session.userId,
      sessionId: session.id,
      missed: () => write('event: reset\ndata: {}\n\n'),
      hear: (announcement) => {
        if (lookUps > 0) pending.push(announcement)
        else if (mayHear(actor, announcement)) send(announcement)
      },
      end,
      recheck: lookAgain,
    })
    const forget = hub.onClose(() => raw.end())
    const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs)
    raw.on('close', () => {
      clearInterval(heartbeat)
      ending.stop()
      leave()
      forget()
    })
    // It may have ended, or been locked, between being found and being followed; this also sets the timer of its end.
    lookAgain()
    write('retry: 1000\n\n')
    await checked
    // A stream that the browser opens again by itself says where it was; its address still says where it began.
    const start = call.headers['last-event-id'] ?? call.query.after ?? ''
    const missed = await missedSince(portal, actor, readCursor(start))
    if (missed === 'too_many') write('event: reset\ndata: {}\n\n')
    else {
      const told = new Set(missed.map(({ seq }) => seq))
      for (const announcement of missed) if (mayHear(actor, announcement)) send(announcement)
      pending.splice(0, pending.length, ...pending.filter(({ seq }) => !told.has(seq)))
    }
    settle()
  }
  bind(app, portal, liveRoutes, { live })
}
