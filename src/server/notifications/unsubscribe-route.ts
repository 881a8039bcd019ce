import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { anyText } from '#api/shapes.ts'
import { parseQuery } from '../http/route-rules.ts'
import type { Portal } from '../portal.ts'
import { withTransaction } from '../transaction.ts'
import { switchOff } from './commands.ts'
import { openUnsubscribe } from '../mail/unsubscribe-link.ts'

const path = '/api/notifications/unsubscribe'
const linkQuery = z.strictObject({ token: anyText().check(z.maxLength(200)) })

/**
 * One-click unsubscribing (RFC 8058). Mail programs `POST` a form of one field, which only says what the address says. Who
 * opens the same address is led to the switches: mail scanners open links, so opening must change nothing.
 */
export function registerUnsubscribe(app: FastifyInstance, portal: Portal): void {
  app.get(path, (_request, reply) => reply.redirect('/dashboard?account=notifications', 303))
  app.register(async (scope) => {
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 10_000 }, async () => null)
    scope.post(path, async (request, reply) => {
      const { userId, kind } = openUnsubscribe(portal.config, parseQuery(linkQuery, request).token)
      await withTransaction(portal, { kind: 'system' }, (context) => switchOff(context, userId, kind), request.id)
      return reply.code(204).send()
    })
  })
}
