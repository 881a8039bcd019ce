import { partnerOf } from '#access/server/acting.ts'
import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { termsRoutes } from '../api.ts'
import { termsEventHandlers } from './event-handlers.ts'
import { termsChanges } from './queries.ts'

const termsHandlers: Handlers<typeof termsRoutes> = {
  termsChanges: async (call) => ({ changes: await termsChanges(call.tx, partnerOf(call).id) }),
}

export const termsSlice = slice({ routes: termsRoutes, handlers: termsHandlers, mails: termsEventHandlers })
