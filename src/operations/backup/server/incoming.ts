import { existsSync, readFileSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Entries of DATA_DIR that belong to a portal and that an archive replaces. Mail and other files stay where they are. */
const ownNames = ['database', 'files', 'secret', 'signing'] as const

/** Folder in DATA_DIR where a portal is put together before it takes the place of the one that is there. */
export function incomingFolder(dataDir: string): string {
  return join(dataDir, 'incoming')
}

/** A complete portal, before it takes its place. */
export interface Complete {
  /** Folder in DATA_DIR for the portal that was there. */
  readonly aside: string
  /** The name of its database on a server; empty for an embedded one, which is with it. */
  readonly name: string
  /** The server of the database (`serverOf`); empty for an embedded one. */
  readonly server: string
}

/** Written when the incoming portal is complete; from then on the change of places is finished, whatever happens. */
interface Ready extends Complete {
  /** Names that the incoming portal does not have. */
  readonly leaving: readonly string[]
}

/**
 * The folder for an incoming portal. What an interrupted attempt left is removed, but for the files of one from the same source:
 * its database was not committed.
 */
export async function openIncoming(dataDir: string, source: string | null): Promise<string> {
  const folder = incomingFolder(dataDir)
  const sourceFile = join(folder, 'source')
  const isSame = source !== null && existsSync(sourceFile) && readFileSync(sourceFile, 'utf8') === source
  if (isSame) await rm(join(folder, 'database'), { recursive: true, force: true })
  else await discardIncoming(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (source !== null) await writeFile(sourceFile, source, { mode: 0o600 })
  return folder
}

/** The entries of DATA_DIR that belong to a portal. */
export async function ownEntries(dataDir: string): Promise<string[]> {
  const names = existsSync(dataDir) ? await readdir(dataDir) : []
  return ownNames.filter((name) => names.includes(name))
}

/** `leavesFiles`: the files of the portal that was there are the incoming one's, too. */
export async function declareReady(
  dataDir: string,
  complete: Complete,
  { leavesFiles }: { leavesFiles: boolean } = { leavesFiles: false },
): Promise<void> {
  const folder = incomingFolder(dataDir)
  const arriving = await ownEntries(folder)
  const staying = leavesFiles ? [...arriving, 'files'] : arriving
  const leaving = (await ownEntries(dataDir)).filter((name) => !staying.includes(name))
  const beside = join(folder, 'ready.new')
  await writeFile(beside, JSON.stringify({ ...complete, leaving } satisfies Ready), { flush: true, mode: 0o600 })
  await rename(beside, join(folder, 'ready.json'))
  await syncFolder(folder)
}

/** The name of the database of a complete portal that has not taken its place; null if there is none. */
export function readyName(dataDir: string): string | null {
  return readReady(dataDir)?.name ?? null
}

/** The portal that waits to replace the present one; null without one. */
export function readReady(dataDir: string): Ready | null {
  const path = join(incomingFolder(dataDir), 'ready.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Ready) : null
}

/**
 * The incoming portal takes its place, the one that was there goes to a folder beside it. Each step is a renaming that is done
 * or not, so that an interrupted change goes on where it was. Returns the folder of the former portal, if there was one.
 */
export async function takePlace(dataDir: string): Promise<string | null> {
  const ready = readReady(dataDir)
  if (!ready) return null
  const folder = incomingFolder(dataDir)
  const aside = join(dataDir, ready.aside)
  const setAside = async (name: string) => {
    if (!existsSync(join(dataDir, name))) return
    await mkdir(aside, { recursive: true, mode: 0o700 })
    await rename(join(dataDir, name), join(aside, name))
  }
  for (const name of ready.leaving) await setAside(name)
  for (const name of await ownEntries(folder)) {
    await setAside(name)
    await rename(join(folder, name), join(dataDir, name))
  }
  await syncFolder(dataDir)
  await rm(folder, { recursive: true, force: true })
  return existsSync(aside) ? aside : null
}

/** Removes an incoming portal that did not become complete. */
export async function discardIncoming(dataDir: string): Promise<void> {
  if (readReady(dataDir)) throw new Error('a complete portal has to take its place')
  await rm(incomingFolder(dataDir), { recursive: true, force: true })
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
