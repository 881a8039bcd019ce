import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { OwnerRun } from '#platform/server/db/driver.ts'
import { lockDirectory } from '#platform/server/db/embedded/directory-lock.ts'
import { alone } from '#platform/server/db/migrate.ts'
import { openDriver } from '#platform/server/db/open-driver.ts'
import { StartError } from '#platform/server/db/start-error.ts'
import { openReachableFiles } from '#platform/server/files/await-store.ts'
import { openFiles } from '#platform/server/files/open-store.ts'
import type { S3Settings } from '#platform/server/files/s3-store.ts'
import { newId } from '#platform/server/ids.ts'
import { makePrivate } from '#platform/server/private-folder.ts'
import type { Head, Manifest } from './archive-format.ts'
import { declareReady, discardIncoming, incomingFolder, openIncoming, ownEntries, readyName, takePlace } from './incoming.ts'
import { hasPortal } from './load-database.ts'
import { backUpFormer } from './make-room.ts'
import type { Parts } from './parts.ts'
import { refuseRunningServers, serverOf, settle } from './settle.ts'
import { takeAll } from './take-parts.ts'

/** The place that a portal is restored or moved to. */
export interface Target {
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** The environment variable that has it, as messages name it; DATABASE_URL if absent. */
  readonly urlVariable?: string
  /** A bucket for files; null: they go to DATA_DIR. */
  readonly s3: S3Settings | null
  /** The target's SECRET; null if the archive's secret is to be written to DATA_DIR. */
  readonly secret: string | null
  /** Encrypts the backup that is made of a portal on a server before it is replaced. */
  readonly passphrase: string | null
}

export interface How {
  /** Whether a portal that is there is set aside; otherwise it is refused. */
  readonly replace: boolean
  /** Whether everybody has to sign in again. */
  readonly endSessions: boolean
  /** The source, if files of an interrupted attempt from the same source may be reused. */
  readonly resumes: string | null
  /** False: files are compared, and not kept. */
  readonly keepFiles: boolean
  /** The mark of the store whose files stay, since the parts have none. */
  readonly filesIn?: string | null
  readonly log: FastifyBaseLogger
}

export interface Brought {
  readonly head: Head
  readonly manifest: Manifest
  /** Where the former portal was moved: the content of DATA_DIR, and a backup of its database on a server. */
  readonly setAside: { readonly folder: string | null; readonly backup: string | null }
}

/**
 * Brings a portal to a place: it is put together in a folder beside, its database in one transaction, and takes its place when
 * all of it is there and has been compared. Until then nothing of the place changes. Throws a StartError or an ArchiveError.
 */
export async function bring(parts: Parts, target: Target, how: How): Promise<Brought> {
  const { dataDir, databaseUrl } = target
  makePrivate(dataDir, how.log)
  const unlock = lockDirectory(dataDir)
  try {
    if (await settle(target)) throw finishedInstead(dataDir)
    if (databaseUrl) await refuseRunningServers({ ...target, databaseUrl })
    if ((await ownEntries(dataDir)).length > 0 && !how.replace) throw notEmpty(dataDir, how)
    await checkFiles(target, how)
    await openIncoming(dataDir, how.resumes)
    const aside = `replaced-${new Date().toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')}`
    try {
      const { backup, ...brought } = await withOwner(target, how.log, (run) => load(run, parts, target, how, aside))
      if (!databaseUrl) await declareReady(dataDir, { name: '', server: '', aside }, { leavesFiles: Boolean(how.filesIn) })
      return { ...brought, setAside: { folder: await takePlace(dataDir), backup } }
    } catch (error) {
      if (how.resumes === null && readyName(dataDir) === null) await discardIncoming(dataDir)
      throw error
    }
  } finally {
    unlock()
  }
}

/**
 * Refuses a bucket of another portal, unless that is replaced, and a place that does not have the files which the parts leave
 * out.
 */
async function checkFiles(target: Target, how: How): Promise<void> {
  const { filesIn, replace, resumes, log } = how
  if (!filesIn && (replace || resumes !== null || !target.s3)) return
  const files = await openReachableFiles(target, log)
  try {
    const mark = await files.readMark()
    if (!filesIn && mark) throw notEmpty(files.place, how)
    if (filesIn && mark !== filesIn) throw hasOtherFiles(files.place)
  } finally {
    files.close()
  }
}

/** A session on the target's database, which is closed afterwards: an embedded one has to be before it is moved. */
async function withOwner<T>(target: Target, log: FastifyBaseLogger, work: (run: OwnerRun) => Promise<T>) {
  const { dataDir, databaseUrl, urlVariable } = target
  const driver = await openDriver({ dataDir: incomingFolder(dataDir), databaseUrl, urlVariable, log })
  try {
    return await driver.asOwner((run) => alone(run, () => work(run)))
  } finally {
    await driver.close()
  }
}

async function load(run: OwnerRun, parts: Parts, target: Target, how: How, aside: string) {
  const { dataDir, databaseUrl, urlVariable = 'DATABASE_URL' } = target
  const isThere = databaseUrl !== null && (await hasPortal(run))
  if (isThere && !how.replace) throw notEmpty(`the database of ${urlVariable}`, how)
  const backup = isThere ? await backUpFormer(run, target, aside, { leavesFiles: Boolean(how.filesIn) }) : null
  const folder = incomingFolder(dataDir)
  // Objects are where they stay at once: nothing names them before the database does.
  const files = await openFiles({ s3: target.s3, dataDir: how.filesIn ? dataDir : folder })
  try {
    const { head, manifest, database, secret } = await takeAll(run, parts, {
      replacing: isThere,
      folder,
      dataDir,
      files: how.keepFiles ? files : null,
      spool: target.s3 ? join(folder, 'spool') : null,
      secret: target.secret,
    })
    await database.complete(manifest)
    await database.tie(how.filesIn ?? (await files.placeMark(newId())), secret)
    if (how.endSessions) await database.endSessions()
    // With a server the commit decides whether the folder takes its place.
    if (databaseUrl)
      await declareReady(
        dataDir,
        { name: await database.name(), server: serverOf(databaseUrl), aside },
        { leavesFiles: Boolean(how.filesIn) },
      )
    await run('commit')
    return { head, manifest, backup }
  } catch (error) {
    // The portal is still there, unless nobody knows whether the commit happened.
    if (backup && readyName(dataDir) === null) await rm(backup, { force: true })
    throw error
  } finally {
    files.close()
  }
}

function notEmpty(place: string, { resumes }: How): StartError {
  const wayOut =
    resumes === null
      ? 'To put another one in its place, add --replace: the one that is there is kept.'
      : 'A move replaces none: name an empty place.'
  return new StartError(`There is a portal already in ${place}. ${wayOut}`)
}

function hasOtherFiles(place: string): StartError {
  return new StartError(
    `The archive has no files, and those at ${place} are not the ones of its portal: ` +
      'restore it where that portal is, or use a backup.',
  )
}

/** Reports that the interrupted command was completed instead: its portal may be another one than this command's. */
function finishedInstead(dataDir: string): StartError {
  return new StartError(
    `An interrupted restore or move to ${dataDir} was complete but for its last step. ` +
      'That step is done now, and nothing else: the portal that it brought is there and can be started. ' +
      `What was there before is in ${join(dataDir, 'replaced-…')}.`,
  )
}
