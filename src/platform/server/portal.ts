import type { FastifyBaseLogger } from 'fastify'
import type { TableEntries } from '#access/domain/personal-data.ts'
import type { KnownSessions } from '#access/server/known-sessions.ts'
import type { Auth } from '#accounts/auth/server/auth.ts'
import type { Database } from '#platform/server/db/database.ts'
import type { EventRules } from '#platform/server/events/recorded-events.ts'
import type { VirusScanner } from '#platform/server/files/clamd.ts'
import type { FileStore } from '#platform/server/files/store.ts'
import type { HeavyWork } from '#platform/server/http/limits/heavy-work.ts'
import type { RefusedCalls } from '#platform/server/http/limits/refused-calls.ts'
import type { MaintenanceState } from '#platform/server/http/maintenance-state.ts'
import type { Queue } from '#platform/server/jobs/queue.ts'
import type { Mailer } from '#platform/server/mail/mailer.ts'
import type { SealerOnDemand } from '#platform/server/sealing/on-demand.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { PortalLanguage } from './reading/portal-language.ts'

/** Services of a running portal. No state is kept between requests, so that any server can answer. */
export interface Portal {
  readonly config: Config
  readonly log: FastifyBaseLogger
  readonly clock: Clock
  readonly database: Database
  readonly queue: Queue
  readonly files: FileStore
  /** Null: uploads are not scanned. */
  readonly scanner: VirusScanner | null
  readonly mailer: Mailer
  /** Expensive requests in progress on this server. */
  readonly heavyWork: HeavyWork
  /** Remembers refused calls that were logged lately, so that the log is not flooded. */
  readonly refusedCalls: RefusedCalls
  readonly auth: Auth
  readonly maintenance: MaintenanceState
  readonly knownSessions: KnownSessions
  readonly portalLanguage: PortalLanguage
  readonly sealer: SealerOnDemand
  readonly eventRules: EventRules
  /** Says whose each table is, why, how long, and what an erasure and an archive make of it. */
  readonly personalData: TableEntries
}

/** What a transaction that records events needs. */
export type TransactionParts = Pick<Portal, 'database' | 'clock' | 'queue' | 'eventRules'>
