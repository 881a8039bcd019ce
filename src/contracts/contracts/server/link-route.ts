import { system } from '#access/domain/actor.ts'
import { originOf } from '#access/server/session.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Handlers } from '#platform/server/http/bind.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import type { contractRoutes } from '../api/contracts.ts'
import { m } from '../messages/messages.ts'
import { recordView } from './signing-commands.ts'

/** Leads to the external document of a contract and notes that its signer opened it. */
export const contractLink: Handlers<typeof contractRoutes>['contractLink'] = async (call) => {
  const { portal, actor, session, request, params } = call
  const contract = await portal.database.asActor(actor, (tx) =>
    tx.selectFrom('contracts').select(['user_id', 'link']).where('id', '=', params.id).executeTakeFirst(),
  )
  if (!contract?.link) throw new Refusal('not_found', m.noSuchDocument())
  if (session?.role === 'partner' && session.partner && contract.user_id === session.partner.id && request.method === 'GET') {
    const view = {
      contractId: params.id,
      userId: session.userId,
      partnerId: session.partner.id,
      sessionId: session.id,
      way: 'link',
    } as const
    const origin = originOf(call)
    await withTransaction(portal, system, (context) => recordView(context, view), {
      requestId: request.id,
      behalfOf: session.userId,
      origin,
    })
  }
  return contract.link
}
