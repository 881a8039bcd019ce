import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bearerOf } from '#access/server/bearer.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { m } from '#platform/messages/messages.ts'
import type { Config } from '#platform/server/config.ts'
import { throttle } from '#platform/server/log/throttle.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])
/**
 * Refuses changes that another site starts in a signed-in browser (CSRF): browsers say where a request comes from in
 * Sec-Fetch-Site and Origin, which pages cannot forge. A caller without either is no browser and carries no stray cookie. Nor
 * does a request with an API key: its cookies are ignored, and no browser adds the key by itself. The portal's own page at an
 * address that PUBLIC_URL does not fit is told so, with the setting, since it could not sign anybody in.
 */
export function refuseCrossSite(app: FastifyInstance, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  const passedOver = throttle()
  app.addHook('onRequest', async (request) => {
    if (safe.has(request.method) || bearerOf(request) !== null) return
    const reason = mismatch(request, publicUrl)
    if (!reason && fromHere(request, publicUrl)) return
    if (!reason) throw new Refusal('cross_site_request', m.crossSite())
    const { origin = '' } = request.headers
    const repeated = passedOver('')
    if (repeated !== null) {
      const facts = { origin, publicUrl, address: request.ip, repeated }
      const { log } = request
      if (reason === 'http') log.warn(facts, 'nobody can sign in by http: open PUBLIC_URL, or set it to the address in use')
      else log.warn(facts, 'the portal was taken for another site: set PUBLIC_URL to the address that browsers open')
    }
    throw new Refusal('wrong_address', reason === 'http' ? m.openedByHttp({ publicUrl, origin }) : m.openedElsewhere({ origin }))
  })
}

/** How the address in the browser differs from PUBLIC_URL, where the page is the portal's own; null where it does not matter. */
function mismatch(request: FastifyRequest, publicUrl: string): 'http' | 'elsewhere' | null {
  const { origin, host, 'sec-fetch-site': site } = request.headers
  if (origin === undefined || origin === publicUrl) return null
  if (fromHere(request, publicUrl)) return publicUrl.startsWith('https:') && losesSecureCookies(origin) ? 'http' : null
  // The browser says so itself; those that do not are believed the name, whatever a proxy made of the rest.
  return site === 'same-origin' || (site === undefined && origin === `https://${host}`) ? 'elsewhere' : null
}

/** Browsers take cookies with the mark 'Secure' by https, and on their own machine. */
function losesSecureCookies(origin: string): boolean {
  return origin.startsWith('http:') && !/^http:\/\/(?:localhost|[^/]+\.localhost|127\.[\d.]+|\[::1\])(?::\d+)?$/.test(origin)
}

function fromHere(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  if (origin === undefined) return true
  return origin === publicUrl || origin === `${request.protocol}://${request.headers.host}`
}
