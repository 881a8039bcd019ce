import type { FastifyInstance } from 'fastify'
import { nameOfSession } from '#access/server/session.ts'
import { readCursor } from '#platform/domain/live-cursor.ts'
import { refuseUnless } from '#platform/domain/refusal.ts'
import { bind } from '#platform/server/http/bind.ts'
import type { Portal } from '#platform/server/portal.ts'
import { liveRoutes } from '#portal/api/live.ts'
import { EventStream } from './event-stream.ts'
import type { SseHub } from './sse-hub.ts'

/**
 * One server-sent-event stream per browser, which its tabs share (decision 250). The id of each message is a cursor: who
 * resumes with Last-Event-ID, or names in `after` the `live-seq` of the oldest answer it shows, receives what it missed, or
 * `reset` (refetch everything) when that is too much. `session` means: check again who is signed in. `unread` names leads that
 * were marked as unread for the person, `read` those whose marks they have taken away: neither is repeated, so that a tab asks
 * for the marks once its stream is open.
 */
export function registerLive(app: FastifyInstance, portal: Portal, hub: SseHub): void {
  bind(app, portal, liveRoutes, {
    live: async ({ session, actor, request, reply, headers, query }) => {
      if (!session) return
      refuseUnless((query.session ?? nameOfSession(session)) === nameOfSession(session), 'not_signed_in')
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
      // Last-Event-ID of a resumed stream goes first: its address still carries where it began.
      const start = headers['last-event-id'] ?? query.after ?? ''
      await new EventStream({ portal, session, actor, raw, log: request.log }).start(hub, readCursor(start))
    },
  })
}
