import { system } from '#access/domain/actor.ts'
import { readReference } from '#platform/domain/references.ts'
import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { countAttempt } from '#platform/server/http/limits/rate-limits.ts'
import { verificationRoutes } from '../api.ts'
import { verifyFile, verifyReference } from './queries.ts'

const verificationHandlers: Handlers<typeof verificationRoutes> = {
  verifyReference: async ({ portal, params, request }) => {
    await countAttempt(portal, [{ key: `verify address ${request.ip}`, max: 120, windowSeconds: 900 }])
    const reference = readReference(params.reference)
    if (!reference) return { verdict: 'unknown', found: null, receipt: null }
    return portal.database.asActor(system, (tx) => verifyReference(tx, reference, null))
  },
  verifyFile: async ({ portal, query, request }) => {
    await countAttempt(portal, [{ key: `verify address ${request.ip}`, max: 120, windowSeconds: 900 }])
    return portal.database.asActor(system, (tx) => verifyFile(tx, query.sha256))
  },
}

/** What anybody may ask about a sealed file. */
export const verificationSlice = slice({ routes: verificationRoutes, handlers: verificationHandlers })
