import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#platform/domain/refusal.ts'
import { m } from '#platform/messages/messages.ts'
import type { Config } from '#platform/server/config.ts'
import { bearerOf } from './bearer.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses changes that another site starts in a signed-in browser (CSRF): browsers say where a request comes from in
 * Sec-Fetch-Site and Origin, which pages cannot forge. A caller without either is no browser and carries no stray cookie. Nor
 * does a request with an API key: its cookies are ignored, and no browser adds the key by itself.
 */
export function refuseCrossSite(app: FastifyInstance, config: Pick<Config, 'publicUrl'>): void {
  app.addHook('onRequest', async (request) => {
    if (safe.has(request.method) || bearerOf(request) !== null || fromHere(request, config.publicUrl)) return
    throw new Refusal('cross_site_request', m.crossSite())
  })
}

function fromHere(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  if (origin === undefined) return true
  return origin === publicUrl || origin === `${request.protocol}://${request.headers.host}`
}
