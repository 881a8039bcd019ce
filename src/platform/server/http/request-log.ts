import type { FastifyInstance, FastifyRequest } from 'fastify'

/** What the log says of a request. No address, query or id: these can be about a person. People are given its `reqId`. */
export function loggedRequest({ method, routeOptions }: FastifyRequest) {
  return { method, route: routeOptions.url ?? null }
}

/** One line for each answered request, at the level debug. */
export function logRequests(app: FastifyInstance): void {
  if (!['debug', 'trace'].includes(app.log.level)) return
  app.addHook('onResponse', (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime)
    request.log.debug({ ...loggedRequest(request), status: reply.statusCode, ms }, 'request answered')
    done()
  })
}
