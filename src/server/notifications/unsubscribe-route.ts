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
 * One-click unsubscribe (RFC 8058): mail clients `POST` a form whose content is fixed. `GET` redirects to the settings without
 * changing anything, because mail scanners open links.
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
