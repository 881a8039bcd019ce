import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { id } from '#api/shapes.ts'
import { Refusal } from '#domain/refusal.ts'
import { originOf } from '../http/bind.ts'
import { checkWho } from '../http/route-rules.ts'
import { actorOf, findSession } from '../http/session.ts'
import type { Portal } from '../portal.ts'
import { withTransaction } from '../transaction.ts'
import { recordView } from './commands.ts'

/** `GET /api/contracts/:id/link`: redirects to a contract's external document and records that its signer opened it. */
export function registerContractLink(app: FastifyInstance, portal: Portal): void {
  app.get<{ Params: { id: string } }>('/api/contracts/:id/link', async (request, reply) => {
    const session = await findSession(portal, request, reply)
    const actor = actorOf(session)
    checkWho('member', actor)
    const contractId = z.safeParse(id, request.params.id)
    const contract = contractId.success
      ? await portal.database.asActor(actor, (tx) =>
          tx.selectFrom('contracts').select(['user_id', 'link']).where('id', '=', contractId.data).executeTakeFirst(),
        )
      : null
    if (!contract?.link || !contractId.success) throw new Refusal('not_found', 'There is no such document.')
    if (session?.role === 'partner' && contract.user_id === session.userId && request.method === 'GET') {
      const view = { contractId: contractId.data, userId: session.userId, sessionId: session.id, way: 'link' } as const
      const origin = originOf({ session, request })
      await withTransaction(
        portal,
        { kind: 'system' },
        (context) => recordView(context, view),
        request.id,
        session.userId,
        origin,
      )
    }
    return reply.header('cache-control', 'no-store').redirect(contract.link, 303)
  })
}
