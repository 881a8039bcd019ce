import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { fastify, LogController } from 'fastify'
import { handleEvent, eventsWithHandlers } from './activity/event-handlers.ts'
import { openAuth } from './auth/auth.ts'
import type { Clock } from './clock.ts'
import { systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { openDatabase } from './db/database.ts'
import { openClamd } from './files/clamd.ts'
import { openFolderStore } from './files/folder-store.ts'
import { registerPortal } from './http/app.ts'
import { answerUnreadable, answerUnroutable, maxParamLength } from './http/unreadable.ts'
import { HeavyWork } from './http/heavy-work.ts'
import { KnownSessions } from './http/known-sessions.ts'
import { newId } from './ids.ts'
import { checkInstallation } from './installation.ts'
import { watchFutureTimes } from './jobs/future-times.ts'
import { startJobs } from './jobs/jobs.ts'
import { openQueue } from './jobs/queue.ts'
import { openSseHub } from './live/sse-hub.ts'
import { openMailer } from './mail/mailer.ts'
import { completeOldIbans } from './payments/complete-old-ibans.ts'
import type { Portal } from './portal.ts'
import { hasSealKey } from './sealing/keys/key-folder.ts'
import { sealerOnDemand } from './sealing/on-demand.ts'
import { openSealer } from './sealing/open-sealer.ts'
import { makePrivate } from './private-folder.ts'
import { storedOutages } from './sealing/cms/timestamp-outages.ts'
import { currentSettings } from './settings/queries.ts'

interface LogStream {
  write(line: string): void
}

export interface RunningPortal {
  readonly portal: Portal
  readonly app: FastifyInstance
  /** All served routes, for example `GET /api/leads`. */
  readonly routes: readonly string[]
  /** URL of the portal on this machine. */
  readonly address: string
  /** Graceful shutdown: requests finish, streams close, jobs end, then the database closes. */
  stop(): Promise<void>
}

/** Opens all services in order and listens. If one fails, those already open are closed. */
export async function startPortal(
  config: Config,
  options: { clock?: Clock; logLevel?: string; logStream?: LogStream; listen?: boolean } = {},
): Promise<RunningPortal> {
  const closers: (() => Promise<void> | void)[] = []
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    const app = newApp(config, options.logLevel ?? 'info', options.logStream)
    makePrivate(config.dataDir, app.log)
    const database = await openDatabase({ dataDir: config.dataDir, databaseUrl: config.databaseUrl, log: app.log })
    closers.push(() => database.close())
    const files = await openFolderStore(config.dataDir)
    await checkInstallation({ database, files, log: app.log }, config)
    await completeOldIbans({ database }, config)
    const queue = await openQueue(database, app.log)
    closers.push(() => queue.stop())
    const mailer = openMailer(config, app.log)
    closers.push(() => mailer.close())
    const clock = options.clock ?? systemClock
    const sealer = sealerOnDemand(
      async () => {
        const { providerName } = await database.asActor({ kind: 'system' }, currentSettings)
        const { dataDir, signingP12: p12, tsaUrl } = config
        const tsa = tsaUrl === null ? null : { url: tsaUrl, outages: storedOutages(database, clock, tsaUrl) }
        return openSealer({ dataDir, providerName, p12, tsa, clock, log: app.log })
      },
      () => config.signingP12 !== null || hasSealKey(config.dataDir),
    )
    closers.push(() => sealer.close())
    const portal: Portal = {
      config,
      log: app.log,
      clock,
      database,
      queue,
      files,
      scanner: config.clamdUrl ? openClamd(config.clamdUrl, app.log) : null,
      mailer,
      heavyWork: new HeavyWork(),
      knownSessions: new KnownSessions(),
      auth: openAuth(config, database),
      sealer,
      eventsWithHandlers,
    }
    const hub = await openSseHub(database)
    const routes: string[] = []
    app.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) routes.push(`${each} ${url}`)
    })
    await registerPortal(app, portal, hub)
    closers.push(() => app.close())
    closers.push(() => hub.close())
    await startJobs(portal, (eventId) => handleEvent(portal, eventId))
    closers.push(await watchFutureTimes(portal))
    if (options.listen === false) await app.ready()
    else await app.listen({ host: config.host, port: config.port })
    const bound = app.server.address()
    const port = bound && typeof bound === 'object' ? bound.port : config.port
    return { portal, app, routes, address: `http://localhost:${port}`, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Time-out against slow clients that would exhaust the server's connections. Long enough for a large upload over a slow line;
 * other bodies have a shorter limit, see `limitBodyTime`.
 */
function newApp(config: Config, logLevel: string, logStream: LogStream | undefined): FastifyInstance {
  return fastify({
    logger: {
      level: logLevel,
      ...(logStream ? { stream: logStream } : {}),
      redact: ['req.headers.cookie', 'req.headers.authorization'],
      serializers: { req: (request) => ({ method: request.method, url: withoutSecrets(request.url), address: request.ip }) },
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
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[0-9a-f-]{32,36}$/.test(given) ? given : newId()
}

/** Links of pages and files carry their secret in the query: it has no place in a log. */
function withoutSecrets(url: string): string {
  return url.replace(/([?&](?:token|signature)=)[^&]*/g, '$1…')
}
