import { readFileSync, rmSync, statSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { syncFolder } from './sync-folder.ts'

const name = 'passerelle.running'

/**
 * A mark in the database's folder while it is open, with the identity of the folder. What was copied meanwhile has the mark and
 * another identity: pages of the copy may be of different moments. After a crash the folder is still itself, and so it is in a
 * snapshot of a disk or file system, which is of one moment. The number of the device is left out, since it may change with a
 * restart of the machine.
 */
export async function markOpen(folder: string): Promise<void> {
  const beside = join(folder, `${name}.new`)
  await writeFile(beside, JSON.stringify(identityOf(folder)), { mode: 0o600, flush: true })
  await rename(beside, join(folder, name))
  syncFolder(folder)
}

/** To be called after the database was closed properly. */
export function markClosed(folder: string): void {
  rmSync(join(folder, name), { force: true })
}

/** Throws a StartError if the folder was copied while its database was open. */
export function refuseCopy(folder: string): void {
  const marked = readMark(folder)
  if (marked === null || isSame(marked, identityOf(folder))) return
  throw new StartError(
    `The database in ${folder} was copied while a portal was running on it: parts of it may be missing. Stop a portal ` +
      'before you copy its directory, or use npm run backup, which need not stop it, and npm run restore. If none ' +
      'was running (it had crashed), or the file system gives its folders new numbers, start once with ADOPT=database.',
  )
}

/** What is known of a folder, as texts: it exceeds a number. */
interface Identity {
  readonly number: string
  /** When it was made, which no copying keeps; null where the file system does not say. */
  readonly madeAt: string | null
}

function readMark(folder: string): Identity | null {
  try {
    return JSON.parse(readFileSync(join(folder, name), 'utf8')) as Identity
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function identityOf(folder: string): Identity {
  const { ino, birthtimeNs, ctimeNs } = statSync(folder, { bigint: true })
  // Node answers with the time of the last change where there is none.
  const isKnown = birthtimeNs !== 0n && birthtimeNs !== ctimeNs
  return { number: String(ino), madeAt: isKnown ? String(birthtimeNs) : null }
}

/** A freed number may be given to another folder, so that the time counts where it is known. */
function isSame(one: Identity, other: Identity): boolean {
  return one.number === other.number && (one.madeAt === null || other.madeAt === null || one.madeAt === other.madeAt)
}
