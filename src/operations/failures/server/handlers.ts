import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { failureRoutes } from '../api.ts'
import { dismissFailure, retryFailure, retryFailures } from './commands.ts'
import { failureData } from './personal-data.ts'
import { countFailures, listFailures } from './queries.ts'

const failureHandlers: Handlers<typeof failureRoutes> = {
  listFailures: async ({ tx }) => ({ items: await listFailures(tx), count: await countFailures(tx) }),
  retryFailure: (call) => retryFailure(call, call.portal.queue, call.params.id),
  retryFailures: async (call) => ({ retried: await retryFailures(call, call.portal.queue) }),
  dismissFailure: (call) => dismissFailure(call, call.params.id),
}

export const failureSlice = slice({ routes: failureRoutes, handlers: failureHandlers, personalData: failureData })
