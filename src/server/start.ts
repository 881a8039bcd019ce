import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { fastify, LogController } from 'fastify'
import { system } from '#domain/actor.ts'
import { handleEvent } from './activity/event-handlers.ts'
import { eventRules } from './activity/event-rules.ts'
import { makeEventMonthsAtStart } from './activity/event-months.ts'
import { openAuth } from './auth/auth.ts'
import { resetUnreadableFactors } from './auth/second-factor-resets.ts'
import { openControlSocket } from './backup/control-socket.ts'
import type { Clock } from './clock.ts'
import { systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { openDatabase } from './db/database.ts'
import { newestMigration } from './db/migrate.ts'
import { followEvents } from './event-journal/follow.ts'
import { openClamd } from './files/clamd.ts'
import { openReachableFiles } from './files/await-store.ts'
import { registerPortal } from './http/app.ts'
import { loggedRequest } from './http/request-log.ts'
import { answerUnreadable, answerUnroutable, maxParamLength } from './http/unreadable.ts'
import { HeavyWork } from './http/heavy-work.ts'
import { endClaims } from './http/idempotency.ts'
import { followMaintenance } from './http/maintenance-state.ts'
import { KnownSessions } from './http/known-sessions.ts'
import { RefusedCalls } from './http/refused-calls.ts'
import { newId } from './ids.ts'
import { checkInstallation } from './installation.ts'
import { watchFutureTimes } from './jobs/future-times.ts'
import { startJobs } from './jobs/jobs.ts'
import { openQueue } from './jobs/queue.ts'
import { openSseHub } from './live/sse-hub.ts'
import type { LogStream } from './log/log-stream.ts'
import { quietOutages } from './log/quiet-outages.ts'
import { openMailer } from './mail/mailer.ts'
import { answerOperator } from './operator/answer-operator.ts'
import { completeOldIbans } from './payments/complete-old-ibans.ts'
import type { Portal } from './portal.ts'
import { moveKeyFolder } from './sealing/keys/move-key-folder.ts'
import { hasSealKey, storedKeys } from './sealing/keys/stored-keys.ts'
import { sealerOnDemand } from './sealing/on-demand.ts'
import { openSealer } from './sealing/open-sealer.ts'
import { makePrivate } from './private-folder.ts'
import { storedOutages } from './timestamps/timestamp-outages.ts'
import { currentSettings } from './settings/queries.ts'
import { productVersion } from './version.ts'

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

export interface StartOptions {
  readonly clock?: Clock
  readonly logLevel?: string
  readonly logStream?: LogStream
  readonly listen?: boolean
  /** Settles once the pages are built, which are read then. */
  readonly pagesBuilt?: Promise<void>
}

/** Opens all services in order and listens. If one fails, those already open are closed. */
export async function startPortal(config: Config, options: StartOptions = {}): Promise<RunningPortal> {
  const closers: (() => Promise<void> | void)[] = []
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    const app = newApp(config, options.logLevel ?? 'info', options.logStream)
    makePrivate(config.dataDir, app.log)
    const { dataDir, databaseUrl, databasePoolUrl: poolUrl } = config
    const opening = { dataDir, databaseUrl, poolUrl, log: app.log, adoptCopy: config.adopt.has('database') }
    const database = await openDatabase(opening)
    closers.push(() => database.close())
    app.log.info(
      { version: productVersion, schema: await newestMigration(), database: placeOf(config), dataDir },
      'the portal starts',
    )
    const control = await openControlSocket(database, dataDir, app.log)
    closers.push(() => control.close())
    const files = await openReachableFiles(config, app.log)
    closers.push(() => files.close())
    await checkInstallation({ database, files, log: app.log }, config)
    if (database.kind === 'pglite') await endClaims({ database })
    await moveKeyFolder({ database, log: app.log }, config)
    await completeOldIbans({ database }, config)
    const queue = await openQueue(database, app.log)
    closers.push(() => queue.stop())
    const mailer = openMailer(config, app.log)
    closers.push(() => mailer.close())
    const clock = options.clock ?? systemClock
    const sealer = sealerOnDemand(
      async () => {
        const { providerName } = await database.asActor(system, currentSettings)
        const { signingP12: p12, tsaUrl } = config
        const tsa = tsaUrl === null ? null : { url: tsaUrl, outages: storedOutages(database, clock, tsaUrl) }
        return openSealer({ keys: storedKeys(database, config), providerName, p12, tsa, clock, log: app.log })
      },
      async () => config.signingP12 !== null || (await hasSealKey(database)),
    )
    closers.push(() => sealer.close())
    await makeEventMonthsAtStart({ database, clock, log: app.log })
    const maintenance = await followMaintenance(database, app.log)
    closers.push(() => maintenance.close())
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
      refusedCalls: new RefusedCalls(),
      knownSessions: new KnownSessions(),
      auth: openAuth(config, database),
      maintenance,
      sealer,
      eventRules,
    }
    if (config.adopt.has('secret')) {
      const count = await resetUnreadableFactors(portal)
      if (count > 0) app.log.warn(`${count} second factors cannot be read any more: they are switched off, to be set up anew`)
    }
    control.answerCommands((request) => answerOperator(portal, request))
    const hub = await openSseHub(database)
    const routes: string[] = []
    app.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) routes.push(`${each} ${url}`)
    })
    if (config.tracing) {
      // Loaded only where it is asked for.
      const { openTracing } = await import('./tracing/tracing.ts')
      const tracing = openTracing(app, config.tracing)
      closers.push(() => tracing.close())
    }
    if (config.metricsPort !== null) {
      // Loaded only where it is asked for.
      const [{ openMetrics }, { addBackupGauges: addGauges }] = await Promise.all([
        import('./metrics/metrics.ts'),
        import('./backup/gauges.ts'),
      ])
      const { metricsHost: host, metricsPort } = config
      const metrics = await openMetrics(app, portal, { host, port: metricsPort, addGauges })
      closers.push(() => metrics.close())
    }
    await options.pagesBuilt
    await registerPortal(app, portal, hub)
    closers.push(() => app.close())
    closers.push(() => hub.close())
    await startJobs(portal, (eventId) => handleEvent(portal, eventId))
    closers.push(await watchFutureTimes(portal))
    closers.push(await followEvents(portal))
    if (options.listen === false) await app.ready()
    else await app.listen({ host: config.host, port: config.port })
    const bound = app.server.address()
    const port = bound && typeof bound === 'object' ? bound.port : config.port
    const stop = async () => {
      if (closers.length === 0) return
      const since = performance.now()
      app.log.info('the portal stops: what is under way is finished')
      await closeAll()
      app.log.info({ seconds: Math.round((performance.now() - since) / 1000) }, 'the portal has stopped')
    }
    return { portal, app, routes, address: `http://localhost:${port}`, stop }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** The database as an operator knows it: without what its address has of a login. */
function placeOf({ databaseUrl }: Config): string {
  if (!databaseUrl) return 'embedded'
  const { host, hostname, pathname, searchParams } = new URL(databaseUrl)
  return `PostgreSQL at ${hostname ? host : (searchParams.get('host') ?? 'localhost')}${pathname}`
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
      serializers: { req: loggedRequest },
      hooks: { logMethod: quietOutages },
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
