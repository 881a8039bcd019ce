import { resolve } from 'node:path'
import { readConfig } from '#server/config.ts'
import { followRegistrations } from '#server/registrations/hourly-commands.ts'
import { startPortal } from '#server/start.ts'

/**
 * The hourly work of registrations as it is so many days from now, for each number given: a server of the portal whose clock is
 * ahead, without requests.
 */
let ahead = 0
const clock = { now: () => new Date(Date.now() + ahead * 86_400_000) }
const config = readConfig(process.env, { dataDir: resolve('data') })
const { portal, stop } = await startPortal(config, { clock, logLevel: 'silent', listen: false })
for (const days of process.argv.slice(2)) {
  ahead = Number(days)
  await followRegistrations(portal)
}
await stop()
