import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import * as z from 'zod/mini'
import { type JournalRecord, journalFormat } from '../domain.ts'
import type { JournalSource } from './check-journal.ts'
import type { JournalEntry } from './check-row.ts'

/** The file is no export of a journal, or a line of it cannot be read. */
export class ExportError extends Error {}

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const seq = z.int().check(z.minimum(1))
const head = z.object({ seq: z.int().check(z.minimum(0)), hash })
const header = z.object({ kind: z.literal('journal'), format: z.literal(journalFormat), whole: z.boolean(), head })
const root = z.object({
  kind: z.literal('root'),
  day: z.iso.date(),
  timeZone: z.string(),
  seq,
  hash,
  prevRoot: hash,
  token: z.nullable(z.string()),
})
const row = z.object({
  kind: z.literal('row'),
  seq,
  eventId: z.string(),
  name: z.string(),
  occurredAt: z.string(),
  chainedAt: z.string(),
  recordHash: hash,
  prevHash: hash,
  hash,
  salt: z.nullable(hash),
  record: z.nullable(z.custom<JournalRecord>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))),
  archived: z.optional(z.literal(true)),
})

/** The journal in a file that staff exported. It is read as a stream. Throws an ExportError. */
export async function exportedJournal(path: string): Promise<JournalSource> {
  const roots: z.infer<typeof root>[] = []
  let first: z.infer<typeof header> | null = null
  for await (const { number, value } of linesOf(path)) {
    if (number === 1) first = read(header, value, number)
    else if (kindOf(value) === 'root') roots.push(read(root, value, number))
    else break
  }
  if (!first) throw new ExportError('The file is empty.')
  return {
    head: first.head,
    isWhole: first.whole,
    roots: roots.map((each) => ({ ...each, token: each.token === null ? null : Buffer.from(each.token, 'base64') })),
    rows: rowsOf(path, 1 + roots.length),
    others: {
      seqOfHash: async (sought) => (await find(path, 1 + roots.length, (entry) => entry.hash === sought))?.seq ?? null,
      async countAfter(sought) {
        let count = 0
        for await (const entry of rowsOf(path, 1 + roots.length)) if (entry.prevHash === sought) count += 1
        return count
      },
      hasSeq: async (sought) => (await find(path, 1 + roots.length, (entry) => entry.seq === sought)) !== null,
    },
    strayEvent: async () => null,
  }
}

async function* linesOf(path: string): AsyncGenerator<{ readonly number: number; readonly value: unknown }> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })
  let number = 0
  for await (const line of lines) {
    number += 1
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch (error) {
      throw new ExportError(`Line ${number} is not JSON: ${(error as Error).message}`)
    }
    yield { number, value }
  }
}

async function* rowsOf(path: string, before: number): AsyncGenerator<JournalEntry> {
  for await (const { number, value } of linesOf(path)) {
    if (number <= before) continue
    const { kind: _, archived = false, ...entry } = read(row, value, number)
    yield { ...entry, isArchived: archived }
  }
}

async function find(path: string, before: number, isSought: (entry: JournalEntry) => boolean): Promise<JournalEntry | null> {
  for await (const entry of rowsOf(path, before)) if (isSought(entry)) return entry
  return null
}

const kindOf = (value: unknown) => (value as { kind?: unknown } | null)?.kind

function read<S extends z.core.$ZodType>(shape: S, value: unknown, number: number): z.infer<S> {
  const parsed = z.core.safeParse(shape, value)
  if (parsed.success) return parsed.data as z.infer<S>
  const [issue] = parsed.error.issues
  throw new ExportError(`Line ${number} is not a line of a journal: ${issue?.path.join('.')} ${issue?.message}`)
}
