import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Route } from '#platform/api/route.ts'

/**
 * Registers a route with the parser of its body. One that is no JSON gets a scope of its own, since Fastify keeps parsers by
 * scope: a stream is left to the handler, and the content of a form is thrown away.
 */
export function registerRoute(app: FastifyInstance, { accepts, bodySeconds }: Route, options: RouteOptions): void {
  if (!accepts) return void app.route(options)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    if (accepts === 'form') {
      scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 10_000 }, async () => null)
      scope.route(options)
    } else {
      scope.addContentTypeParser('*', (_request, _body, done) => done(null))
      // Fastify counts what it parses; the handler counts what it reads.
      scope.route({ ...options, bodyLimit: Number.MAX_SAFE_INTEGER, config: bodySeconds ? { bodySeconds } : {} })
    }
  })
}
