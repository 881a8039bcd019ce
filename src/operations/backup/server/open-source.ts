import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { DatabaseDriver } from '#platform/server/db/driver.ts'
import { refuseCopy } from '#platform/server/db/embedded/copied-folder.ts'
import { lockDirectory } from '#platform/server/db/embedded/directory-lock.ts'
import { copyFolder } from '#platform/server/db/embedded/pglite-folder.ts'
import { alone } from '#platform/server/db/migrate.ts'
import { openDriver } from '#platform/server/db/open-driver.ts'
import { StartError } from '#platform/server/db/start-error.ts'
import { openReachableFiles } from '#platform/server/files/await-store.ts'
import { newId } from '#platform/server/ids.ts'
import { type CommandSettings, readSecret } from './command-settings.ts'
import { askForCopy, copyPrefix } from './control-socket.ts'
import type { Parts } from './parts.ts'
import { readKeys } from './portal-keys.ts'
import { portalParts } from './portal-parts.ts'
import { refuseRunningServers, settleAtStart } from './settle.ts'

type Log = FastifyBaseLogger
/** Copies of a killed command. */
const abandonedMs = 86_400_000

/** Hands the content of the portal that the settings name to `use`. `mustBeStopped`: what is written meanwhile would be lost. */
export async function withPortalParts<T>(
  settings: CommandSettings,
  log: Log,
  use: (parts: Parts) => Promise<T>,
  { mustBeStopped = false } = {},
): Promise<T> {
  const work = async (driver: DatabaseDriver, takenAt: Date) => {
    const files = await openReachableFiles(settings, log)
    try {
      const keys = await readKeys(settings.dataDir, readSecret(settings))
      return await driver.asOwner((run) => {
        const read = () => use(portalParts({ kind: driver.kind, takenAt, run, files, keys }))
        // A server that starts meanwhile waits.
        return mustBeStopped ? alone(run, read) : read()
      })
    } finally {
      files.close()
    }
  }
  return withPortalDatabase(settings, log, work, { mustBeStopped })
}

/**
 * Opens the database of the portal that the settings name, or a copy of it while a portal uses the embedded one. `use` is told a
 * moment before the content: the clock is read before a copy is asked for, since what is acknowledged while it is made may be
 * missing in it.
 */
export async function withPortalDatabase<T>(
  settings: CommandSettings,
  log: Log,
  use: (driver: DatabaseDriver, takenAt: Date) => Promise<T>,
  { mustBeStopped = false } = {},
): Promise<T> {
  const { dataDir, databaseUrl } = settings
  // Files and keys of a restore that was interrupted at its end are not those of its database yet.
  await settleAtStart(settings)
  // Refuses where there is no portal.
  readSecret(settings)
  if (databaseUrl && mustBeStopped) await refuseRunningServers({ databaseUrl })
  const takenAt = new Date()
  const source = databaseUrl ? { dataDir, release: async () => undefined } : await copyOfDatabase(dataDir, mustBeStopped)
  try {
    const driver = await openDriver({ dataDir: source.dataDir, databaseUrl, log })
    try {
      return await use(driver, takenAt)
    } finally {
      await driver.close()
    }
  } finally {
    await source.release()
  }
}

/** A copy of the embedded database, made by the running portal or, where none runs, under its lock. */
async function copyOfDatabase(
  dataDir: string,
  mustBeStopped: boolean,
): Promise<{ dataDir: string; release: () => Promise<void> }> {
  const database = join(dataDir, 'database')
  if (!existsSync(database))
    throw new StartError(`There is no portal in ${dataDir}: set DATA_DIR, or DATABASE_URL if it uses one.`)
  await removeAbandoned(dataDir)
  const unlock = tryLock(dataDir)
  const unlockOnce = () => unlock?.()
  try {
    if (!unlock && mustBeStopped) {
      throw new StartError(`A portal is running on ${dataDir}: stop it first, or what people write meanwhile would be lost.`)
    }
    const copy = unlock ? join(dataDir, `${copyPrefix}${newId()}`) : await askForCopy(dataDir)
    if (!copy) throw new StartError(`A portal is running on ${dataDir} that makes no copies: stop it, then try again.`)
    if (unlock) {
      refuseCopy(database)
      await mkdir(copy, { mode: 0o700 })
      await copyFolder(database, join(copy, 'database'))
    }
    return {
      dataDir: copy,
      async release() {
        await rm(copy, { recursive: true, force: true })
        unlockOnce()
      },
    }
  } catch (error) {
    unlockOnce()
    throw error
  }
}

/** Null if a portal is running. */
function tryLock(dataDir: string): (() => void) | null {
  try {
    return lockDirectory(dataDir)
  } catch (error) {
    if (error instanceof StartError) return null
    throw error
  }
}

async function removeAbandoned(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(copyPrefix)) continue
    const { mtimeMs } = await stat(join(dataDir, name))
    if (Date.now() - mtimeMs > abandonedMs) await rm(join(dataDir, name), { recursive: true, force: true })
  }
}
