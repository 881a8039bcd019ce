import cookie from '@fastify/cookie'
import type { FastifyBaseLogger } from 'fastify'
import { copyBeforeUpgrade } from '#operations/backup/server/upgrade-copy.ts'
import type { Config } from '#platform/server/config.ts'
import type { Upgrade } from '#platform/server/db/migrate.ts'
import { answerErrors } from '#platform/server/http/errors.ts'
import { followReaders } from '#platform/server/reading/reading.ts'
import { guestReading } from '#platform/server/reading/request-reading.ts'
import { closeForMaintenance } from './maintenance.ts'
import { type LogOptions, newApp } from './new-app.ts'
import { pageAddress, sendSecurityHeaders } from './serve-pages.ts'

/** Copies the database before it is upgraded, and answers meanwhile. */
export const upgradeOf = (config: Config, options: LogOptions & { listen?: boolean }, log: FastifyBaseLogger): Upgrade => ({
  announce: () => (options.listen === false ? Promise.resolve(new AsyncDisposableStack()) : answerDuringUpgrade(config, options)),
  copy: (run) => copyBeforeUpgrade(run, config, log),
})

/**
 * Answers until the schema is today's, on the portal's own port: people read the page of a maintenance, and `/health` is 200,
 * since a copy and the migrations may take longer than a health check waits before it kills what starts.
 */
async function answerDuringUpgrade(config: Config, options: LogOptions): Promise<AsyncDisposable> {
  const app = newApp(config, options)
  const maintenance = { since: new Date(), message: '', providerName: '' }
  answerErrors(app)
  await app.register(cookie)
  followReaders(app, (request) => guestReading(request, 'specified'))
  sendSecurityHeaders(app, config)
  closeForMaintenance(app, { maintenance: { current: () => maintenance } })
  app.get('/health', () => ({ ok: true, upgrading: true }))
  // Is never reached: every request but that one is answered before.
  app.all(pageAddress, () => null)
  await app.listen({ host: config.host, port: config.port })
  return { [Symbol.asyncDispose]: () => app.close() }
}
