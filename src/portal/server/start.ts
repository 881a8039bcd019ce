import type { FastifyInstance } from 'fastify'
import { resetUnreadableFactors } from '#accounts/auth/server/second-factor-resets.ts'
import { checkBackupDirectory } from '#operations/backup/server/scheduled.ts'
import { followEvents } from '#operations/journal/server/follow.ts'
import { eraseAgain } from '#people-data/erasures/server/erase-again.ts'
import { keepNoticeTexts } from '#people-data/notices/server/text-commands.ts'
import type { Config } from '#platform/server/config.ts'
import { analyzeGrown } from '#platform/server/db/analyze-grown.ts'
import { followUpgrades } from '#platform/server/db/follow-upgrades.ts'
import { readForwardedAddresses } from '#platform/server/http/forwarded-for.ts'
import type { Portal } from '#platform/server/portal.ts'
import { makePrivate } from '#platform/server/private-folder.ts'
import { openSseHub } from '#portal/server/live/sse-hub.ts'
import { upgradeOf } from './during-upgrade.ts'
import { handleEvent } from './event-handlers.ts'
import { watchFutureTimes } from './future-times.ts'
import { startJobs } from './jobs.ts'
import { type LogOptions, newApp } from './new-app.ts'
import { openServices, type ServiceOptions } from './open-services.ts'
import { answerOperator } from './operator/answer-operator.ts'
import { registerPortal } from './routes.ts'

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

export interface StartOptions extends ServiceOptions, LogOptions {
  readonly listen?: boolean
  /** What has to be there before anybody is answered; if it fails, the portal does not start. */
  readonly prepare?: (portal: Portal) => Promise<void>
}

/** Opens all services in order and listens. If one fails, those already open are closed. */
export async function startPortal(config: Config, options: StartOptions = {}): Promise<RunningPortal> {
  // Closes the last first, at the end of this function too, unless all has started and `move` has taken it.
  await using closing = new AsyncDisposableStack()
  const app = newApp(config, options)
  readForwardedAddresses(app)
  makePrivate(config.dataDir, app.log)
  const answering = closing.use(new AsyncDisposableStack())
  const upgrade = upgradeOf(config, options, app.log, answering)
  const { portal, control } = await openServices(config, { upgrade, ...options }, app.log, closing)
  if (config.adopt.has('secret')) {
    const count = await resetUnreadableFactors(portal)
    if (count > 0) app.log.warn(`${count} second factors cannot be read any more: they are switched off, to be set up anew`)
  }
  control.answerCommands((request) => answerOperator(portal, request))
  const hub = await openSseHub(portal.database)
  const routes: string[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push(`${each} ${url}`)
  })
  await startObserving(app, portal, closing)
  await registerPortal(app, portal, hub)
  closing.defer(() => app.close())
  closing.defer(() => hub.close())
  void checkBackupDirectory(portal)
  await startJobs(portal, (eventId) => handleEvent(portal, eventId))
  await keepNoticeTexts(portal)
  closing.defer(await watchFutureTimes(portal))
  closing.defer(await followEvents(portal))
  closing.defer(analyzeGrown(portal))
  closing.defer(await followUpgrades(portal, () => void process.kill(process.pid, 'SIGTERM')))
  await eraseAgain(portal)
  await options.prepare?.(portal)
  await app.ready()
  await answering.disposeAsync()
  if (options.listen !== false) await app.listen({ host: config.host, port: config.port })
  const bound = app.server.address()
  const port = bound && typeof bound === 'object' ? bound.port : config.port
  const running = closing.move()
  const stop = async () => {
    if (running.disposed) return
    const since = performance.now()
    app.log.info('the portal stops: what is under way is finished')
    await running.disposeAsync()
    app.log.info({ seconds: Math.round((performance.now() - since) / 1000) }, 'the portal has stopped')
  }
  return { portal, app, routes, address: `http://localhost:${port}`, stop }
}

/** Traces and metrics, each loaded only where the configuration asks for it. */
async function startObserving(app: FastifyInstance, portal: Portal, closing: AsyncDisposableStack): Promise<void> {
  const { tracing: settings, metricsHost: host, metricsPort: port } = portal.config
  if (settings) {
    const { Tracing } = await import('#platform/server/tracing/tracing.ts')
    const tracing = new Tracing(app, settings)
    closing.defer(() => tracing.close())
  }
  if (port !== null) {
    const [{ openMetrics }, { addBackupGauges: addGauges }] = await Promise.all([
      import('#platform/server/metrics/metrics.ts'),
      import('#operations/backup/server/gauges.ts'),
    ])
    const metrics = await openMetrics(app, portal, { host, port, addGauges })
    closing.defer(() => metrics.close())
  }
}
