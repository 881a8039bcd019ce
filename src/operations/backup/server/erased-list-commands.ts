import { mkdir, open, readFile, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import type { Config } from '#platform/server/config.ts'
import { copyAway } from './scheduled.ts'

export const erasedListName = 'erased.jsonl'

/** What a line says: ids alone, and of a text by which it is known again. */
const erasedLine = z.object({
  erasure: z.uuid(),
  at: z.iso.datetime(),
  leads: z.optional(z.array(z.object({ id: z.uuid(), soleTrader: z.boolean() }))),
  /** An account that had ended. */
  account: z.optional(z.uuid()),
  /** A text of others that was taken out, with a keyed hash of what it said; the first lists had none. */
  text: z.optional(z.object({ table: z.string(), column: z.string(), key: z.string(), said: z.optional(z.string()) })),
})
export type ErasedLine = z.infer<typeof erasedLine>

export interface ErasedList {
  readonly path: string
  /** When it was last written or looked at by a portal that ran: it knows of all that was erased until then. */
  readonly asOf: Date
  readonly lines: readonly ErasedLine[]
  /** How many lines nobody can read, beside one that a crash cut off at the end. */
  readonly unreadable: number
}

/** Where the lists stand: in `DATA_DIR`, and beside the backups. */
export const erasedListPaths = ({ dataDir, backups }: Pick<Config, 'dataDir' | 'backups'>): readonly string[] =>
  [dataDir, ...(backups ? [backups.directory] : [])].map((folder) => join(folder, erasedListName))

/** The lists that there are. A line that a crash cut off is left out; it was not erased by then. */
export async function readErasedLists(paths: readonly string[]): Promise<readonly ErasedList[]> {
  const lists = await Promise.all(
    paths.map(async (path): Promise<ErasedList[]> => {
      const text = await readFile(path, 'utf8').catch(nothing)
      if (text === null) return []
      const parts = text.split('\n').filter((part) => part !== '')
      const lines = parts.flatMap(lineOf)
      const last = parts.at(-1) ?? ''
      const isCut = !text.endsWith('\n') && lineOf(last).length === 0
      return [{ path, asOf: (await stat(path)).mtime, lines, unreadable: parts.length - lines.length - Number(isCut) }]
    }),
  )
  return lists.flat()
}

function lineOf(text: string): ErasedLine[] {
  if (text === '') return []
  try {
    return [erasedLine.parse(JSON.parse(text))]
  } catch {
    return []
  }
}

/** Adds lines to each list that has not got them. They are on disk when this resolves. */
export async function addToErasedLists(paths: readonly string[], lines: readonly ErasedLine[]): Promise<void> {
  for (const path of paths) {
    const [list] = await readErasedLists([path])
    const known = new Set(list?.lines.map((line) => JSON.stringify(line)))
    const added = lines.map((line) => JSON.stringify(line)).filter((line) => !known.has(line))
    if (added.length === 0) continue
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = await open(path, 'a', 0o600)
    try {
      // After a line that was cut off, a new one begins.
      await file.appendFile(`\n${added.join('\n')}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
  }
}

/** Runs the operator's command for the list beside the backups. */
export async function copyErasedList({ backups }: Pick<Config, 'backups'>): Promise<void> {
  if (backups?.command) await copyAway(backups.directory, erasedListName, backups.command)
}

/** Says of the lists that there are that they are complete: nobody else was erased until now. */
export async function noteErasedLists(paths: readonly string[], now: Date): Promise<void> {
  for (const { path } of await readErasedLists(paths)) await utimes(path, now, now)
}

/** Takes the list of an archive into the one of `DATA_DIR`, which may be younger and is the portal's from now on. */
export async function takeErasedList(dataDir: string, bytes: Buffer, takenAt: Date): Promise<void> {
  const path = join(dataDir, erasedListName)
  const [own] = await readErasedLists([path])
  await addToErasedLists([path], bytes.toString().split('\n').flatMap(lineOf))
  const asOf = own && own.asOf > takenAt ? own.asOf : takenAt
  await noteErasedLists([path], asOf)
}

function nothing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
