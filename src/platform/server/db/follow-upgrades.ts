import type { FastifyBaseLogger } from 'fastify'
import type { Database } from './database.ts'
import { isUpToDate } from './migrate.ts'
import { StartError } from './start-error.ts'

interface Following {
  readonly database: Pick<Database, 'asOwner' | 'listen'>
  readonly log: Pick<FastifyBaseLogger, 'fatal' | 'warn'>
}

/**
 * Calls `end` once another server has brought the database to where this version may not run on it: what it would write
 * from then on might not be what the newer version reads. Returns how the following ends.
 */
export async function followUpgrades({ database, log }: Following, end: () => void): Promise<() => Promise<void>> {
  const check = async () => {
    try {
      await database.asOwner(isUpToDate)
    } catch (error) {
      if (!(error instanceof StartError)) return log.warn({ err: error }, 'whether the database was upgraded could not be read')
      log.fatal(`This server stops. ${error.message}`)
      end()
    }
  }
  const stop = await database.listen('portal_upgraded', check, check)
  await check()
  return stop
}
