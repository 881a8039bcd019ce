import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** What stands for every address that cannot be read: all of them count as one client. */
const unreadable = 'unknown'

/** An address without the port that some proxies write beside it: '192.0.2.1:50000', '[2001:db8::1]:50000'. */
function addressOf(entry: string): string {
  const text = entry.trim().replace(/^"(.*)"$/, '$1')
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? []
  const address = bracketed ?? plain ?? text
  return isIP(address) ? address : unreadable
}

/**
 * Reads what a proxy says of the client's address (X-Forwarded-For) before anything asks for it: a port would make each
 * connection an address of its own, for limits and in sessions.
 */
export function readForwardedAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw
    const forwarded = headers['x-forwarded-for']
    if (forwarded !== undefined) headers['x-forwarded-for'] = [forwarded].flat().join(',').split(',').map(addressOf).join(', ')
    done()
  })
}
