import type { IncomingMessage } from 'node:http'
import { type FastifyInstance, fastify, LogController } from 'fastify'
import type { Config } from '#platform/server/config.ts'
import { loggedRequest } from '#platform/server/http/request-log.ts'
import { answerUnreadable, answerUnroutable, maxParamLength } from '#platform/server/http/unreadable.ts'
import { newId } from '#platform/server/ids.ts'
import type { LogStream } from '#platform/server/log/log-stream.ts'
import { listedFields } from '#platform/server/log/logged-fields.ts'
import { quietOutages } from '#platform/server/log/quiet-outages.ts'

export interface LogOptions {
  readonly logLevel?: string
  readonly logStream?: LogStream
}

/**
 * Time-out against slow clients that would exhaust the server's connections. Long enough for a large upload over a slow line;
 * other bodies have a shorter limit, see `limitBodyTime`.
 */
export function newApp(config: Config, { logLevel = 'info', logStream }: LogOptions): FastifyInstance {
  return fastify({
    logger: {
      level: logLevel,
      ...(logStream ? { stream: logStream } : {}),
      redact: ['req.headers.cookie', 'req.headers.authorization'],
      serializers: { req: loggedRequest },
      formatters: { log: listedFields },
      hooks: { logMethod: quietOutages() },
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: 1_048_576,
    requestTimeout: 900_000,
    // Idle connections and incomplete headers are closed after 20 to 25 s.
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5000 },
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // GET routes are bound for HEAD as well, so that both pass the same steps.
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength },
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerUnreadable,
  })
}

/**
 * A client may name its request in X-Request-Id. The events of a change record that name and its sender's live messages repeat
 * it, so that a browser's tab recognises its own changes.
 */
function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const requestId = headers['x-request-id']
  return typeof requestId === 'string' && /^[0-9a-f-]{32,36}$/.test(requestId) ? requestId : newId()
}
