import type { FastifyBaseLogger } from 'fastify'
import { system } from '#access/domain/actor.ts'
import { KnownSessions } from '#access/server/known-sessions.ts'
import { Auth } from '#accounts/auth/server/auth.ts'
import type { PasswordHashes } from '#accounts/auth/server/password-hashes.ts'
import { completeOldIbans } from '#money/bank-details/server/complete-old-ibans.ts'
import { type ControlSocket, openControlSocket } from '#operations/backup/server/control-socket.ts'
import { type Clock, systemClock } from '#platform/server/clock.ts'
import type { Config } from '#platform/server/config.ts'
import { type Database, openDatabase } from '#platform/server/db/database.ts'
import type { StartWorker } from '#platform/server/db/embedded/pglite-thread.ts'
import { newestMigration, type Upgrade } from '#platform/server/db/migrate.ts'
import { makeEventMonthsAtStart } from '#platform/server/events/event-months.ts'
import { openReachableFiles } from '#platform/server/files/await-store.ts'
import { openClamd } from '#platform/server/files/clamd.ts'
import { HeavyWork } from '#platform/server/http/limits/heavy-work.ts'
import { RefusedCalls } from '#platform/server/http/limits/refused-calls.ts'
import { followMaintenance } from '#platform/server/http/maintenance-state.ts'
import { endClaims } from '#platform/server/http/repeats/idempotency.ts'
import { checkInstallation } from '#platform/server/installation.ts'
import { openQueue } from '#platform/server/jobs/queue.ts'
import { openMailer } from '#platform/server/mail/mailer.ts'
import type { Portal } from '#platform/server/portal.ts'
import { PortalLanguage } from '#platform/server/reading/portal-language.ts'
import { moveKeyFolder } from '#platform/server/sealing/keys/move-key-folder.ts'
import { hasSealKey, storedKeys } from '#platform/server/sealing/keys/stored-keys.ts'
import { type SealerOnDemand, sealerOnDemand } from '#platform/server/sealing/on-demand.ts'
import { openSealer } from '#platform/server/sealing/open-sealer.ts'
import { storedOutages } from '#platform/server/timestamps/timestamp-outages.ts'
import { productVersion } from '#platform/server/version.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import { eventRules } from './event-rules.ts'
import { personalData } from './slices.ts'

export interface ServiceOptions {
  readonly clock?: Clock
  /** How passwords are hashed, and how the thread of the embedded database starts, in tests that say so. */
  readonly passwords?: PasswordHashes | undefined
  readonly startWorker?: StartWorker | undefined
  /** See `OpeningOptions` of the database. */
  readonly logsNesting?: boolean | undefined
  readonly upgrade?: Upgrade | undefined
}

interface Services {
  readonly portal: Portal
  readonly control: ControlSocket
}

/** Opens database, files, queue and all that the portal's requests use. `closing` gets how each of them is closed. */
export async function openServices(
  config: Config,
  options: ServiceOptions,
  log: FastifyBaseLogger,
  closing: AsyncDisposableStack,
): Promise<Services> {
  const { dataDir, databaseUrl, databasePoolUrl: poolUrl, isPipelined } = config
  const { clock = systemClock, passwords, startWorker, logsNesting, upgrade } = options
  const adoptCopy = config.adopt.has('database')
  const opening = { dataDir, databaseUrl, poolUrl, isPipelined, log, adoptCopy, startWorker, logsNesting, upgrade }
  log.info({ version: productVersion, schema: await newestMigration(), database: placeOf(config), dataDir }, 'the portal starts')
  const database = await openDatabase(opening)
  closing.defer(() => database.close())
  const control = await openControlSocket(database, dataDir, log)
  closing.defer(() => control.close())
  const files = await openReachableFiles(config, log)
  closing.defer(() => files.close())
  await checkInstallation({ database, files, log }, config)
  if (database.kind === 'pglite') await endClaims({ database })
  await moveKeyFolder({ database, log }, config)
  await completeOldIbans({ database }, config)
  const queue = await openQueue(database, log)
  closing.defer(() => queue.stop())
  const mailer = openMailer(config, log)
  closing.defer(() => mailer.close())
  const sealer = sealerOf({ config, database, clock, log })
  closing.defer(() => sealer.close())
  await makeEventMonthsAtStart({ database, clock, log })
  const maintenance = await followMaintenance(database, log)
  closing.defer(() => maintenance.close())
  const portal: Portal = {
    config,
    log,
    clock,
    database,
    queue,
    files,
    scanner: config.clamdUrl ? openClamd(config.clamdUrl, log) : null,
    mailer,
    heavyWork: new HeavyWork(),
    refusedCalls: new RefusedCalls(),
    knownSessions: new KnownSessions(),
    portalLanguage: new PortalLanguage(database, clock),
    auth: new Auth(config, database, passwords),
    maintenance,
    sealer,
    eventRules,
    personalData,
  }
  return { portal, control }
}

/** The sealer, whose keys and certificates name the provider as the programme's settings do when it is first used. */
function sealerOf(parts: { config: Config; database: Database; clock: Clock; log: FastifyBaseLogger }): SealerOnDemand {
  const { config, database, clock, log } = parts
  const { signingP12: p12, tsaUrl } = config
  return sealerOnDemand(
    async () => {
      const { providerName } = await database.asActor(system, currentSettings)
      const tsa = tsaUrl === null ? null : { url: tsaUrl, outages: storedOutages(database, clock, tsaUrl) }
      return openSealer({ keys: storedKeys(database, config), providerName, p12, tsa, clock, log })
    },
    async () => p12 !== null || (await hasSealKey(database)),
  )
}

/** The database as an operator knows it: without what its address has of a login. */
function placeOf({ databaseUrl }: Config): string {
  if (!databaseUrl) return 'embedded'
  const { host, hostname, pathname, searchParams } = new URL(databaseUrl)
  return `PostgreSQL at ${hostname ? host : (searchParams.get('host') ?? 'localhost')}${pathname}`
}
