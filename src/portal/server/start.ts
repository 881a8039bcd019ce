import type { IncomingMessage } from 'node:http'
import { fastify, type FastifyInstance, LogController } from 'fastify'
import { system } from '#platform/domain/actor.ts'
import { handleEvent } from './event-handlers.ts'
import { eventRules } from './event-rules.ts'
import { makeEventMonthsAtStart } from '#platform/server/events/event-months.ts'
import { openAuth } from '#accounts/auth/server/auth.ts'
import type { PasswordHashes } from '#accounts/auth/server/password-hashes.ts'
import { resetUnreadableFactors } from '#accounts/auth/server/second-factor-resets.ts'
import { openControlSocket } from '#operations/backup/server/control-socket.ts'
import { type Clock, systemClock } from '#platform/server/clock.ts'
import type { Config } from '#platform/server/config.ts'
import { openDatabase } from '#platform/server/db/database.ts'
import { newestMigration } from '#platform/server/db/migrate.ts'
import type { StartWorker } from '#platform/server/db/pglite-thread.ts'
import { followEvents } from '#operations/journal/server/follow.ts'
import { openClamd } from '#platform/server/files/clamd.ts'
import { openReachableFiles } from '#platform/server/files/await-store.ts'
import { registerPortal } from './routes.ts'
import { loggedRequest } from '#platform/server/http/request-log.ts'
import { answerUnreadable, answerUnroutable, maxParamLength } from '#platform/server/http/unreadable.ts'
import { HeavyWork } from '#platform/server/http/heavy-work.ts'
import { endClaims } from '#platform/server/http/idempotency.ts'
import { followMaintenance } from '#platform/server/http/maintenance-state.ts'
import { KnownSessions } from '#platform/server/http/known-sessions.ts'
import { RefusedCalls } from '#platform/server/http/refused-calls.ts'
import { newId } from '#platform/server/ids.ts'
import { checkInstallation } from '#platform/server/installation.ts'
import { watchFutureTimes } from './future-times.ts'
import { startJobs } from './jobs.ts'
import { openQueue } from '#platform/server/jobs/queue.ts'
import { openSseHub } from '#platform/server/live/sse-hub.ts'
import type { LogStream } from '#platform/server/log/log-stream.ts'
import { quietOutages } from '#platform/server/log/quiet-outages.ts'
import { openMailer } from '#platform/server/mail/mailer.ts'
import { answerOperator } from './answer-operator.ts'
import { completeOldIbans } from '#money/bank-details/server/complete-old-ibans.ts'
import type { Portal } from '#platform/server/portal.ts'
import { moveKeyFolder } from '#platform/server/sealing/keys/move-key-folder.ts'
import { hasSealKey, storedKeys } from '#platform/server/sealing/keys/stored-keys.ts'
import { sealerOnDemand } from '#platform/server/sealing/on-demand.ts'
import { openSealer } from '#platform/server/sealing/open-sealer.ts'
import { makePrivate } from '#platform/server/private-folder.ts'
import { storedOutages } from '#platform/server/timestamps/timestamp-outages.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import { productVersion } from '#platform/server/version.ts'

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
  /** How passwords are hashed, and how the thread of the embedded database starts, in tests that say so. */
  readonly passwords?: PasswordHashes | undefined
  readonly startWorker?: StartWorker | undefined
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
    const { dataDir, databaseUrl, databasePoolUrl: poolUrl, isPipelined } = config
    const { startWorker, passwords } = options
    const adoptCopy = config.adopt.has('database')
    const database = await openDatabase({ dataDir, databaseUrl, poolUrl, isPipelined, log: app.log, adoptCopy, startWorker })
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
      auth: openAuth(config, database, passwords),
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
      const { openTracing } = await import('#platform/server/tracing/tracing.ts')
      const tracing = openTracing(app, config.tracing)
      closers.push(() => tracing.close())
    }
    if (config.metricsPort !== null) {
      // Loaded only where it is asked for.
      const [{ openMetrics }, { addBackupGauges: addGauges }] = await Promise.all([
        import('#platform/server/metrics/metrics.ts'),
        import('#operations/backup/server/gauges.ts'),
      ])
      const { metricsHost: host, metricsPort } = config
      const metrics = await openMetrics(app, portal, { host, port: metricsPort, addGauges })
      closers.push(() => metrics.close())
    }
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
