import { randomBytes } from 'node:crypto'
import type { Portal } from '#platform/server/portal.ts'
import { storedOutages } from './timestamp-outages.ts'

/** During an outage, requests a test token; success ends the outage. */
export async function checkTimestamps({
  config: { tsaUrl },
  database,
  clock,
  log,
}: Pick<Portal, 'config' | 'database' | 'clock' | 'log'>): Promise<void> {
  if (!tsaUrl) return
  const outages = storedOutages(database, clock, tsaUrl)
  if (!(await outages.current())) return
  const { TimestampUnavailable, timestampOf } = await import('./timestamp.ts')
  try {
    await timestampOf(tsaUrl, randomBytes(32))
  } catch (error) {
    if (!(error instanceof TimestampUnavailable)) throw error
    return outages.record(error.message)
  }
  await outages.end()
  log.info('the time-stamp authority answers again')
}
