import type { Database } from '#platform/server/db/database.ts'
import { newId } from '#platform/server/ids.ts'
import { secondsSince } from '#platform/server/metrics/measurements.ts'

const channel = 'portal_probe'
const timeoutMs = 5000

/** Seconds from a notification of the database to its arrival at this server, as live updates take; null if it did not arrive. */
export async function measureLiveLag({ listen, runAsJobs }: Pick<Database, 'listen' | 'runAsJobs'>): Promise<number | null> {
  const id = newId()
  let arrive = () => {}
  const arrived = new Promise<number>((resolve) => {
    arrive = () => resolve(secondsSince(start))
  })
  let start = performance.now()
  const stop = await listen(channel, (payload) => {
    if (payload === id) arrive()
  })
  let timer: NodeJS.Timeout | undefined
  try {
    start = performance.now()
    await runAsJobs('select pg_notify($1, $2)', [channel, id])
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), timeoutMs)
    })
    return await Promise.race([arrived, late])
  } finally {
    clearTimeout(timer)
    await stop()
  }
}
