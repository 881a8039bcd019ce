import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { StartError } from '#platform/server/db/start-error.ts'
import { newId } from '#platform/server/ids.ts'
import type { Head, Manifest } from './archive-format.ts'
import { type Brought, bring, type Target } from './bring.ts'
import { type CommandSettings, readSecret } from './command-settings.ts'
import { checkMigrations } from './load-database.ts'
import { withPortalDatabase, withPortalParts } from './open-source.ts'
import type { Parts } from './parts.ts'
import { readKeys } from './portal-keys.ts'
import { portalParts } from './portal-parts.ts'
import { archiveParts, checkArchive } from './read-archive.ts'
import { writeArchive } from './write-archive.ts'

type Log = FastifyBaseLogger

/** Writes the whole portal to a new file while it goes on, and reads that file back. */
export async function backUp(settings: CommandSettings, out: string, log: Log): Promise<Manifest> {
  const path = resolve(out)
  if (existsSync(path)) throw new StartError(`${path} is there already: give another name.`)
  if (!existsSync(dirname(path))) throw new StartError(`There is no directory ${dirname(path)}: make it first.`)
  const { passphrase } = settings
  const manifest = await withPortalParts(settings, log, (parts) => writeArchive(path, parts, { passphrase }))
  await checkArchive({ path, passphrase })
  return manifest
}

/** Puts a backup into DATA_DIR, and into DATABASE_URL if it is set. The archive is checked before anything is touched. */
export async function restore(
  settings: CommandSettings,
  from: string,
  { replace, log }: { replace: boolean; log: Log },
): Promise<Brought> {
  const archive = { path: resolve(from), passphrase: settings.passphrase }
  const head = await checkArchive(archive)
  await checkMigrations(head)
  const how = { replace, endSessions: true, resumes: null, keepFiles: true, filesIn: head.filesIn ?? null, log }
  return bring(archiveParts(archive), settings, how)
}

/** Restores a backup into an embedded database that is thrown away, which compares every table and file with its checksum. */
export async function verify(
  { passphrase }: Pick<CommandSettings, 'passphrase'>,
  from: string,
  log: Log,
): Promise<{ head: Head; manifest: Manifest }> {
  const archive = { path: resolve(from), passphrase }
  await checkMigrations(await checkArchive(archive))
  const scratch = await mkdtemp(join(tmpdir(), 'passerelle-verify-'))
  try {
    const how = { replace: false, endSessions: false, resumes: null, keepFiles: false, log }
    return await bring(
      archiveParts(archive),
      { dataDir: scratch, databaseUrl: null, s3: null, secret: null, passphrase: null },
      how,
    )
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Carries a stopped portal to another place, sessions included, and leaves it as it is. */
export async function move(
  settings: CommandSettings,
  target: Pick<Target, 'dataDir' | 'databaseUrl' | 'urlVariable'>,
  log: Log,
): Promise<Brought> {
  if (resolve(target.dataDir) === settings.dataDir)
    throw new StartError(`The portal is in ${target.dataDir}: move it to another place.`)
  const how = { replace: false, endSessions: false, resumes: settings.dataDir, keepFiles: true, log }
  // Files in a bucket stay there.
  const { secret, s3 } = settings
  const carry = (parts: Parts) => bring(parts, { ...target, s3, secret, passphrase: null }, how)
  return withPortalParts(settings, log, carry, { mustBeStopped: true })
}

/**
 * Writes the embedded database of a stopped portal anew: what was deleted is in none of its files any more. Returns the bytes of
 * the database before and after.
 */
export async function compact(settings: CommandSettings, log: Log): Promise<{ readonly before: number; readonly after: number }> {
  const { dataDir, databaseUrl } = settings
  if (databaseUrl) throw new StartError('The database is on a server: docs/operating/stored-data.md says how it is written anew.')
  const folder = join(dataDir, 'database')
  const path = join(dataDir, `compacting-${newId()}.tar`)
  const archive = { path, passphrase: null }
  const before = existsSync(folder) ? await sizeOf(folder) : 0
  try {
    await withPortalDatabase(
      settings,
      log,
      (driver, takenAt) =>
        driver.asOwner(async (run) => {
          const keys = await readKeys(dataDir, readSecret(settings))
          await writeArchive(path, portalParts({ kind: driver.kind, takenAt, run, files: null, keys }), archive)
        }),
      { mustBeStopped: true },
    )
    const { filesIn = null } = await checkArchive(archive)
    const how = { replace: true, endSessions: false, resumes: null, keepFiles: true, filesIn, log }
    const { setAside } = await bring(archiveParts(archive), settings, how)
    if (setAside.folder) await rm(setAside.folder, { recursive: true })
  } finally {
    await rm(path, { force: true })
  }
  return { before, after: await sizeOf(folder) }
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    entries.filter((entry) => entry.isFile()).map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
