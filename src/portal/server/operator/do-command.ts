import type { FastifyBaseLogger } from 'fastify'
import { readCommandSettings, readSecret } from '#operations/backup/server/command-settings.ts'
import { askToDo } from '#operations/backup/server/control-socket.ts'
import { settleAtStart } from '#operations/backup/server/settle.ts'
import { systemClock } from '#platform/server/clock.ts'
import { type Config, readConfig } from '#platform/server/config.ts'
import { createDatabase } from '#platform/server/db/database.ts'
import { isUpToDate } from '#platform/server/db/migrate.ts'
import { openDriver } from '#platform/server/db/open-driver.ts'
import { StartError } from '#platform/server/db/start-error.ts'
import { checkSecret } from '#platform/server/installation.ts'
import { openQueue } from '#platform/server/jobs/queue.ts'
import { commandLog } from '#platform/server/log/command-log.ts'
import { openMailer } from '#platform/server/mail/mailer.ts'
import { eventRules } from '../event-rules.ts'
import { personalData } from '../slices.ts'
import { answerOperator } from './answer-operator.ts'
import type { OperatedPortal } from './commands.ts'
import type { OperatorRequest } from './requests.ts'

/** Does a command by the portal that has the embedded database open, else on the database itself. Throws a StartError. */
export async function doCommand(environment: Readonly<Record<string, string | undefined>>, request: OperatorRequest) {
  const settings = readCommandSettings(environment)
  // Refuses where there is no portal, before a secret would be made for one.
  readSecret(settings)
  const outcome = settings.databaseUrl === null ? await askToDo(settings.dataDir, request) : null
  if (outcome) return outcome
  const config = readConfig(environment, { dataDir: './data' })
  return withOpenedPortal(config, commandLog(), (portal) => answerOperator(portal, request))
}

/**
 * Opens as much of a portal as a command needs: beside servers on PostgreSQL, or alone on an embedded database. Nothing is
 * migrated, and no job is done: mail goes out when a portal runs. Throws a StartError.
 */
async function withOpenedPortal<T>(
  config: Config,
  log: FastifyBaseLogger,
  use: (portal: OperatedPortal) => Promise<T>,
): Promise<T> {
  const { dataDir, databaseUrl, databasePoolUrl: poolUrl, isPipelined } = config
  await settleAtStart({ dataDir, databaseUrl })
  const driver = await openDriver({ dataDir, databaseUrl, poolUrl, isPipelined, log, connectTimeoutMs: 0 })
  try {
    if (!(await driver.asOwner(isUpToDate))) {
      throw new StartError('The database is of an older version: run the command of the version that the portal runs.')
    }
    const database = createDatabase(driver)
    await checkSecret({ database }, config)
    const queue = await openQueue(database, log)
    const mailer = openMailer(config, log)
    try {
      return await use({ config, database, clock: systemClock, queue, mailer, eventRules, personalData })
    } finally {
      mailer.close()
      await queue.stop()
    }
  } finally {
    await driver.close()
  }
}
