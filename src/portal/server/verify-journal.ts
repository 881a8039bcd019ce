import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readCommandSettings } from '#operations/backup/server/command-settings.ts'
import { withPortalDatabase } from '#operations/backup/server/open-source.ts'
import { checkJournal, type Verdict } from '#operations/journal/server/check-journal.ts'
import { databaseJournal } from '#operations/journal/server/database-journal.ts'
import { ExportError, exportedJournal } from '#operations/journal/server/exported-journal.ts'
import { SettingError } from '#platform/server/config.ts'
import { createDatabase } from '#platform/server/db/database.ts'
import { StartError } from '#platform/server/db/start-error.ts'
import { commandLog } from '#platform/server/log/command-log.ts'

const usage = `npm run verify-journal                 checks the journal of the portal in DATA_DIR, or DATABASE_URL, while it runs
npm run verify-journal -- --file FILE  checks an export`

try {
  const { values } = parseArgs({ args: process.argv.slice(2), options: { file: { type: 'string' } } })
  const verdict =
    values.file === undefined ? await checkDatabase() : await checkJournal(await exportedJournal(resolve(values.file)))
  if (verdict.error) process.exitCode = 1
  process.stdout.write(`${sentences(verdict).join('\n')}\n`)
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exitCode = 1
}

function checkDatabase(): Promise<Verdict> {
  const log = commandLog()
  return withPortalDatabase(readCommandSettings(process.env), log, async (driver) => {
    const { rows } = await driver.asOwner((run) => run("select to_regclass('public.journal') is not null as has_journal"))
    if (rows[0]?.has_journal !== true) throw new StartError('The database has no journal yet: start this version once.')
    return checkJournal(await databaseJournal(createDatabase(driver)))
  })
}

function sentences({ error, rows, last, erased, archived, roots, stamped }: Verdict): string[] {
  if (error) {
    return [
      `The journal is NOT whole. ${error.where} was ${error.what}: ${error.why}.`,
      `What comes before it is whole: ${rows} rows.`,
    ]
  }
  const notes = [
    ...(erased > 0 ? [`the content of ${erased} was erased`] : []),
    ...(archived > 0 ? [`${archived} are of months that are kept elsewhere`] : []),
  ]
  return [
    `The journal is whole: ${rows} rows${notes.length > 0 ? ` (${notes.join(', ')})` : ''}, ` +
      `${roots} roots, ${stamped} of them time-stamped.`,
    `It ends with row ${last.seq}, ${last.hash}.`,
    ...(stamped > 0 ? ['Whose the time stamps are says openssl: docs/journal.md has the command.'] : []),
  ]
}

function sentenceOf(error: unknown): string {
  if (error instanceof SettingError || error instanceof StartError || error instanceof ExportError) return error.message
  const { code, message, stack } = error as NodeJS.ErrnoException
  if (code?.startsWith('ERR_PARSE_ARGS')) return `${message}\n${usage}`
  return code === 'ENOENT' ? message : (stack ?? String(error))
}
