import type { FastifyBaseLogger } from 'fastify'
import { type DatabaseDriver, defaultLimits, type Limits } from './driver.ts'
import { openPglite } from './embedded/pglite-driver.ts'
import type { StartWorker } from './embedded/pglite-thread.ts'
import { openPostgres } from './postgres/postgres-driver.ts'

export interface DatabaseOptions {
  readonly dataDir: string
  /** Null: the database is embedded, in the data directory. */
  readonly databaseUrl: string | null
  /** See `PostgresOptions`. */
  readonly poolUrl?: string | null
  readonly log: FastifyBaseLogger
  readonly limits?: Limits
  /** How long the start waits for the server. */
  readonly connectTimeoutMs?: number
  /** False sends statement by statement (docs/pipelined-connection.md). */
  readonly isPipelined?: boolean
  /** See `PgliteOptions`. */
  readonly adoptCopy?: boolean
  readonly startWorker?: StartWorker | undefined
  /** See `PostgresOptions`. */
  readonly urlVariable?: string | undefined
}

/** Opens the configured database as it is. Throws a StartError. */
export function openDriver(options: DatabaseOptions): Promise<DatabaseDriver> {
  const {
    dataDir,
    databaseUrl,
    poolUrl = null,
    log,
    limits = defaultLimits,
    connectTimeoutMs,
    adoptCopy = false,
    isPipelined = true,
    startWorker,
    urlVariable,
  } = options
  return databaseUrl
    ? openPostgres({
        databaseUrl,
        poolUrl,
        limits,
        log,
        isPipelined,
        ...(connectTimeoutMs === undefined ? {} : { connectTimeoutMs }),
        urlVariable,
      })
    : openPglite({ dataDir, limits, adoptCopy, isPipelined, startWorker })
}
