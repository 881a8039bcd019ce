import { system } from '#access/domain/actor.ts'
import { personOf } from '#access/server/acting.ts'
import { type Handlers, type OwnCall, slice } from '#platform/server/http/bind.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { viewRoutes } from '../api.ts'
import { endView, startView } from './commands.ts'
import { viewData } from './personal-data.ts'

/** Begins a view of the caller's session. The row belongs to the session, which no role of a person may write. */
async function view({ portal, actor, session, request }: OwnCall, whom: { partnerId: string; personId?: string }): Promise<void> {
  if (!session) return
  await withTransaction(portal, system, (context) => startView(context, { sessionId: session.id, ...whom }), {
    behalfOf: personOf({ actor }).userId,
    requestId: request.id,
  })
}

const viewHandlers: Handlers<typeof viewRoutes> = {
  startView: (call) => view(call, { partnerId: call.params.id }),
  viewPerson: (call) => view(call, { partnerId: call.params.id, personId: call.params.personId }),
  endView: async ({ portal, session, request }) => {
    if (!session) return
    await withTransaction(portal, system, (context) => endView(context, session.id), {
      behalfOf: session.viewerId ?? session.userId,
      requestId: request.id,
    })
  },
}

/** Looking at the portal as a partner. */
export const viewSlice = slice({ routes: viewRoutes, handlers: viewHandlers, personalData: viewData })
