import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { SettingError } from '#platform/server/config.ts'
import { StartError } from '#platform/server/db/start-error.ts'
import { isFullDisk } from '#platform/server/files/no-room.ts'
import { commandLog } from '#platform/server/log/command-log.ts'
import { ArchiveError, type Manifest } from './archive-format.ts'
import type { Brought } from './bring.ts'
import { readCommandSettings } from './command-settings.ts'
import { backUp, move, restore, verify } from './commands.ts'
import { erasedListName, readErasedLists } from './erased-list-commands.ts'

const usage = `npm run backup -- --out FILE           writes the whole portal into one file while it runs
npm run backup -- --verify FILE        restores that file into a database that is thrown away, and compares
npm run restore -- --from FILE         puts it into DATA_DIR, and into DATABASE_URL if that is set
       -- --from FILE --replace        also where a portal is, which is kept aside
npm run move -- --to-server            carries the portal to the server of TARGET_DATABASE_URL; its files go to --data-dir DIR
                                       (default: DATA_DIR-moved)
npm run move -- --to DIR               carries it into another directory, with an embedded database`

const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  await runCommand(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exitCode = 1
}

async function runCommand([verb, ...args]: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      out: { type: 'string' },
      verify: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      'to-server': { type: 'boolean', default: false },
      'data-dir': { type: 'string' },
      replace: { type: 'boolean', default: false },
    },
  })
  const settings = readCommandSettings(process.env)
  const log = commandLog()
  if (verb === 'backup' && values.out) {
    const manifest = await backUp(settings, values.out, log)
    const { size } = await stat(values.out)
    say(`${resolve(values.out)}: ${inMegabytes(size)}, ${summary(manifest)}. Written and read back.`)
    say(
      settings.passphrase
        ? 'It is encrypted: without BACKUP_PASSPHRASE nobody opens it. Keep the passphrase apart from it.'
        : 'It holds the secret and the key of the seal in clear: guard it like DATA_DIR, or set BACKUP_PASSPHRASE.',
    )
    warnOfDamage(manifest)
  } else if (verb === 'backup' && values.verify) {
    const { head, manifest } = await verify(settings, values.verify, log)
    say(`${resolve(values.verify)} of ${head.takenAt} (version ${head.version}) was restored and is whole: ${summary(manifest)}.`)
    warnOfDamage(manifest)
  } else if (verb === 'restore' && values.from) {
    const brought = await restore(settings, values.from, { replace: values.replace, log })
    say(`The portal of ${brought.head.takenAt} is in ${placeOf(settings)}: ${summary(brought.manifest)}, compared.`)
    await sayErased(settings.dataDir, brought.head.takenAt)
    say('Everybody signs in again. Start it with npm start.')
    sayAside(brought)
    warnOfDamage(brought.manifest)
  } else if (verb === 'move' && (values.to || values['to-server'])) {
    const server = values['to-server'] ? targetServer(process.env.TARGET_DATABASE_URL) : null
    const target = restoreTarget(values.to ?? '', server, values['data-dir'] ?? `${settings.dataDir}-moved`)
    const brought = await move(settings, target, log)
    say(`The portal is in ${placeOf(target)} as well: ${summary(brought.manifest)}, compared. What was there is as it was.`)
    const setting = server ? ', and DATABASE_URL to what TARGET_DATABASE_URL is now' : ''
    say(`Start it there from now on, and the former one no more: set DATA_DIR to ${target.dataDir}${setting}, then npm start.`)
    if (settings.databaseUrl && !target.databaseUrl) say('Take DATABASE_URL away.')
    warnOfDamage(brought.manifest)
  } else {
    throw new SettingError(usage)
  }
}

/** The list of processes shows command lines to everybody on the machine: an address with a password is no argument. */
function targetServer(url: string | undefined): string {
  if (url && /^postgres(ql)?:\/\//.test(url)) return url
  throw new SettingError('Set TARGET_DATABASE_URL to the server that the portal moves to: postgres://user:password@host/database')
}

function restoreTarget(to: string, server: string | null, dataDir: string) {
  if (server !== null) return { dataDir: resolve(dataDir), databaseUrl: server, urlVariable: 'TARGET_DATABASE_URL' }
  if (/^postgres(ql)?:/.test(to)) {
    throw new SettingError(
      'Everybody on this machine can read the password of an address on a command line: ' +
        'set TARGET_DATABASE_URL to it, and give --to-server instead of --to.',
    )
  }
  if (/^[a-z]+:\/\//.test(to)) throw new SettingError(`--to is "${to}"; it should be a directory. For a server: --to-server.`)
  return { dataDir: resolve(to), databaseUrl: null }
}

function summary({ tables, files }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  return `${Object.keys(tables).length} tables with ${rows} rows, ${files.count} files (${inMegabytes(files.bytes)})`
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Without the address of a server, which has a password. */
function placeOf({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | null }): string {
  return databaseUrl ? `the PostgreSQL server and ${dataDir}` : dataDir
}

/** Who was erased since the backup is erased again before the first page opens, if a list says so that is younger than it. */
async function sayErased(dataDir: string, takenAt: string): Promise<void> {
  const folder = process.env.BACKUP_DIR
  const lists = await readErasedLists([dataDir, ...(folder ? [folder] : [])].map((each) => join(resolve(each), erasedListName)))
  for (const { path, lines, asOf } of lists)
    say(`${path} names ${lines.length} erasures, as of ${asOf.toISOString()}: its start erases again whom the backup still has.`)
  if (lists.some(({ asOf }) => asOf > new Date(takenAt))) return
  process.stderr.write(
    `WARNING: no ${erasedListName} is younger than the backup (looked in DATA_DIR and BACKUP_DIR): ` +
      'whoever was erased since is back. Put the youngest one into DATA_DIR before the start.\n',
  )
}

function sayAside({ setAside: { folder, backup } }: Brought): void {
  if (backup) say(`A backup of the portal that was there is ${backup}.`)
  if (folder) say(`What was in the directory is in ${folder}: remove it when you do not need it any more.`)
}

function warnOfDamage({ files: { missing, damaged } }: Manifest): void {
  const warn = (what: string, keys: readonly string[]) => {
    if (keys.length > 0) process.stderr.write(`WARNING: ${keys.length} ${what}: ${keys.slice(0, 5).join(', ')}\n`)
  }
  warn('files that the database names were not there', missing)
  warn('files were not what the database says of them', damaged)
}

function sentenceOf(error: unknown): string {
  if (isFullDisk(error)) return 'The disk is full: nothing was kept of this.'
  const isExpected = error instanceof SettingError || error instanceof StartError || error instanceof ArchiveError
  if (isExpected || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')) return (error as Error).message
  return (error as Error).stack ?? String(error)
}
