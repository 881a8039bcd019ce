import { existsSync } from 'node:fs'
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

interface UpgradeOptions extends LogOptions {
  readonly listen?: boolean
}

/** Copies the database before it is upgraded, and answers meanwhile: until `answering` is disposed of. */
export function upgradeOf(
  config: Config,
  options: UpgradeOptions,
  log: FastifyBaseLogger,
  answering: AsyncDisposableStack,
): Upgrade {
  return {
    log,
    async announce() {
      log.info('the database is upgraded, by this server or another one: people read that meanwhile')
      if (options.listen !== false) answering.use(await answerDuringUpgrade(config, options))
    },
    copy: (run) => copyBeforeUpgrade(run, config, log),
    goesOn(copy) {
      if (copy && existsSync(copy)) log.info({ file: copy }, 'an upgrade that was interrupted goes on; its copy stays')
      else log.warn({ file: copy }, 'an upgrade that was interrupted goes on, and no copy from before it is on this server')
    },
  }
}

/**
 * Answers on the portal's own port until the portal does: people read the page of a maintenance, and `/health` is 200,
 * since a copy and the migrations may take longer than a health check waits before it kills what starts.
 */
async function answerDuringUpgrade(config: Config, options: LogOptions): Promise<AsyncDisposable> {
  const app = newApp(config, options)
  const maintenance = { since: new Date(), message: '', providerName: '', links: {} }
  answerErrors(app, {})
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
