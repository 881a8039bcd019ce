import { resolve } from 'node:path'
import { setUpAdministrator } from '#accounts/auth/server/first-administrator.ts'
import { shipTemplates } from '#contracts/templates/server/ship-templates.ts'
import { settleAtStart } from '#operations/backup/server/settle.ts'
import { readConfig, SettingError } from '#platform/server/config.ts'
import { StartError } from '#platform/server/db/start-error.ts'
import { isFullDisk } from '#platform/server/files/no-room.ts'
import { readableStream, say } from '#platform/server/log/log-stream.ts'
import type { Portal } from '#platform/server/portal.ts'
import { startPortal } from './start.ts'

const fatal = { level: 60 }
process.on('uncaughtException', crash)
// Node's own listener writes lines for people.
process
  .removeAllListeners('warning')
  .on('warning', ({ name, message }) => say(process.stderr, `${name}: ${message}`, { level: 40 }))

try {
  const demo = process.argv.includes('--demo')
  const defaults = { dataDir: demo ? './data-demo' : './data' }
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = process.env
  // An arriving portal is settled first, so that no secret is made where its own is about to arrive.
  const place = { dataDir: resolve(dataDir || defaults.dataDir), databaseUrl: databaseUrl || null }
  const isSettled = await settleAtStart(place)
  if (isSettled) say(process.stdout, 'An interrupted restore or move was complete but for its last step, which is done now.')
  const config = readConfig(process.env, defaults)
  const logStream = readableStream(process.stdout, process.env)
  const logging = { logLevel: process.env.LOG_LEVEL || 'info', ...(logStream ? { logStream } : {}) }
  let signIns = ''
  let setupLink: string | null = null
  const prepare = async (portal: Portal) => {
    // Report unusable keys at start, not to the first signer.
    await portal.sealer.ready()
    if (demo) {
      const { seedDemo } = await import('../../../demo/seed.ts')
      // The journeys read the words of the specification, which are in two languages.
      signIns = await seedDemo(portal, process.argv.includes('--as-specified') ? null : 'fr')
    }
    await shipTemplates(portal)
    setupLink = await setUpAdministrator(portal)
  }
  const { stop } = await startPortal(config, { ...logging, logsNesting: true, prepare })
  stopOnSignals(stop)
  const address = `Passerelle is running at ${config.publicUrl}`
  const link = setupLink && `Create the first administrator (this link works once): ${setupLink}`
  // Last and at once, so that no line of the log comes between.
  for (const text of [address, link, signIns]) if (text) say(process.stdout, text)
} catch (thrown) {
  const error = isFullDisk(thrown)
    ? new StartError('The disk of DATA_DIR is full: free at least 64 MB, then start again.')
    : thrown
  if (error instanceof SettingError || error instanceof StartError || isInUse(error)) {
    say(process.stderr, error.message, fatal)
    process.exitCode = 1
  } else crash(error)
}

/** As Node says it of an error that nobody catches, but on a line that machines read, too. */
function crash(error: unknown): never {
  const { message, stack = message } = error as Error
  say(process.stderr, stack, { ...fatal, err: { message, stack } })
  process.exit(1)
}

function isInUse(error: unknown): error is Error {
  return (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
}

/** The first signal shuts down gracefully; a second one, or 20 s, exits immediately. */
function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      setTimeout(() => process.exit(1), 20_000).unref()
      stop().then(
        () => process.exit(0),
        (error) => {
          say(process.stderr, `Could not stop in good order: ${(error as Error).message}`, fatal)
          process.exit(1)
        },
      )
    })
  }
}
