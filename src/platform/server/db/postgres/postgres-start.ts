import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { asDatabaseError, DatabaseError, isUnavailable } from '../database-error.ts'
import { StartError } from '../start-error.ts'
import type { OwnerSessions } from './owner-sessions.ts'

const oldestVersion = 150_000
const betweenTriesMs = 1000
const betweenWarningsMs = 10_000

interface Waiting {
  readonly connectTimeoutMs: number
  readonly log: FastifyBaseLogger
  /** The environment variable that has the server's address. */
  readonly variable: string
}

/**
 * Waits for the server and reports problems in one sentence. Containers start in any order, so refused
 * connections, a starting server and unresolved names are retried for `connectTimeoutMs`. Errors such as a wrong password or
 * database name fail immediately.
 */
export async function awaitServer(
  sessions: Pick<OwnerSessions, 'with'>,
  { connectTimeoutMs, log, variable }: Waiting,
): Promise<void> {
  const started = performance.now()
  let warned = Number.NEGATIVE_INFINITY
  for (;;) {
    try {
      const version = await readVersion(sessions)
      if (version < oldestVersion)
        throw new StartError(`${variable} is the address of an old PostgreSQL: version 15 or newer is needed.`)
      return
    } catch (error) {
      const waited = performance.now() - started
      if (error instanceof StartError) throw error
      const reason = (error as Error).message
      if (!(error instanceof DatabaseError && isUnavailable(error))) {
        throw new StartError(`The PostgreSQL server of ${variable} cannot be used: ${reason}`)
      }
      if (waited > connectTimeoutMs) {
        const seconds = Math.round(waited / 1000)
        throw new StartError(`The PostgreSQL server of ${variable} did not answer for ${seconds} s: ${reason}`)
      }
      if (waited - warned > betweenWarningsMs) {
        warned = waited
        log.warn(`waiting for the PostgreSQL server of ${variable}, ${Math.round(connectTimeoutMs / 1000)} s at most: ${reason}`)
      }
      await pause(Math.min(betweenTriesMs, connectTimeoutMs))
    }
  }
}

async function readVersion(sessions: Pick<OwnerSessions, 'with'>): Promise<number> {
  try {
    const { rows } = await sessions.with((client) => client.query("select current_setting('server_version_num')::int as version"))
    return Number(rows[0]?.version)
  } catch (error) {
    throw asDatabaseError(error)
  }
}
