import { fastify } from 'fastify'
import { followRegistrations } from '#leads/registrations/server/hourly-commands.ts'
import { readConfig } from '#platform/server/config.ts'
import { openDatabase } from '#platform/server/db/database.ts'
import { openQueue } from '#platform/server/jobs/queue.ts'
import { eventRules } from '#portal/server/event-rules.ts'

/**
 * The hourly work of registrations as it is so many days from now, for each number given. Its jobs are left to the portal: a
 * worker that ends at once would leave some of them half done.
 */
const { dataDir, databaseUrl, databasePoolUrl: poolUrl } = readConfig(process.env, { dataDir: 'data' })
const { log } = fastify({ logger: { level: 'silent' } })
const database = await openDatabase({ dataDir, databaseUrl, poolUrl, log, adoptCopy: false })
const queue = await openQueue(database, log)
for (const days of process.argv.slice(2)) {
  const clock = { now: () => new Date(Date.now() + Number(days) * 86_400_000) }
  await followRegistrations({ database, queue, clock, eventRules })
}
await queue.stop()
await database.close()
