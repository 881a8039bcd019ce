import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#platform/server/config.ts'
import type { OwnerRun } from '#platform/server/db/driver.ts'
import { StartError } from '#platform/server/db/start-error.ts'
import { isFullDisk } from '#platform/server/files/no-room.ts'
import type { Portal } from '#platform/server/portal.ts'
import { unfinished, upgradeCopiesBefore, upgradeCopyName } from '../domain.ts'
import { readKeys } from './portal-keys.ts'
import { portalParts } from './portal-parts.ts'
import { namesIn } from './queries.ts'
import { checkArchive } from './read-archive.ts'
import { writeArchive } from './write-archive.ts'

const keptMs = 30 * 86_400_000

type Folders = Pick<Config, 'backups' | 'dataDir'>

const folderOf = ({ backups, dataDir }: Folders) => backups?.directory ?? dataDir
/** Where copies may lie: an earlier one where it was made before BACKUP_DIR was set. */
const foldersOf = (config: Folders) => new Set([folderOf(config), config.dataDir])

/**
 * Copies the database and the keys, without the files (they are never changed), before an upgrade: an archive like a backup, read
 * back when it is written. It takes the place of the copy from before the last upgrade. Returns its path, null where the
 * operator wants none; throws a StartError.
 */
export async function copyBeforeUpgrade(run: OwnerRun, config: Config, log: FastifyBaseLogger): Promise<string | null> {
  if (!config.copiesBeforeUpgrade) {
    log.warn('UPGRADE_COPY=off: the database is upgraded without a copy')
    return null
  }
  const { dataDir, databaseUrl, secret, backupPassphrase: passphrase } = config
  const folder = folderOf(config)
  // The name has whole seconds, by which older copies are told from this one.
  const takenAt = new Date(Math.floor(Date.now() / 1000) * 1000)
  const path = join(folder, upgradeCopyName(takenAt, passphrase !== null))
  log.info({ file: path }, 'the database is copied before it is upgraded')
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // What servers left that were killed would take the room of the next copy.
    await removeCopies(folder, takenAt, (name) => name.endsWith(unfinished))
    const kind = databaseUrl ? 'postgres' : 'pglite'
    const parts = portalParts({ kind, takenAt, run, files: null, keys: await readKeys(dataDir, secret) })
    await writeArchive(path, parts, { passphrase })
    await checkArchive({ path, passphrase }).catch(async (error: unknown) => {
      await rm(path)
      throw error
    })
  } catch (error) {
    throw notCopied(folder, error)
  }
  for (const each of foldersOf(config)) await removeCopies(each, takenAt)
  const { size } = await stat(path)
  log.info({ file: path, bytes: size, seconds: secondsSince(takenAt) }, 'the database was copied, and is upgraded now')
  return path
}

/** Removes a copy that is older than 30 days. */
export async function sweepUpgradeCopies({ config, clock }: Pick<Portal, 'config' | 'clock'>): Promise<void> {
  for (const folder of foldersOf(config)) await removeCopies(folder, new Date(clock.now().getTime() - keptMs))
}

async function removeCopies(folder: string, before: Date, isWanted = (_name: string) => true): Promise<void> {
  const names = upgradeCopiesBefore(await namesIn(folder), before).filter(isWanted)
  for (const name of names) await rm(join(folder, name), { force: true })
}

const secondsSince = (time: Date) => Math.round((Date.now() - time.getTime()) / 1000)

function notCopied(folder: string, error: unknown): StartError {
  const reason = isFullDisk(error) ? 'the disk is full' : (error as Error).message
  return new StartError(
    `The database could not be copied to ${folder} before it is upgraded (${reason}), and was left as it is. Make room or give ` +
      'the portal the right to write there, or set BACKUP_DIR to another directory; UPGRADE_COPY=off goes on without a copy.',
  )
}
