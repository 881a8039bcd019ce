import { type JournalRoot, noHash, rootText } from '../domain.ts'
import { type Before, beginning, errorOfRow, type JournalEntry, type JournalError, type OtherRows } from './check-row.ts'
import { rootHash } from './record.ts'

export interface CheckedRoot extends JournalRoot {
  /** RFC 3161; null: it was not time-stamped. */
  readonly token: Uint8Array | null
}

/** A journal to check: that of a database, or an export. Roots are few, rows are read as a stream. */
export interface JournalSource {
  readonly roots: readonly CheckedRoot[]
  /** The last row according to the journal itself. */
  readonly head: { readonly seq: number; readonly hash: string }
  /** False: an export of some rows only, whose neighbours are missing. */
  readonly isWhole: boolean
  readonly rows: AsyncIterable<JournalEntry>
  readonly others: OtherRows
  /** An event that should be in the journal and is not; null: there is none. */
  strayEvent(): Promise<JournalError | null>
}

export interface Verdict {
  readonly error: JournalError | null
  readonly rows: number
  readonly last: Before
  /** Rows whose content and salt were erased, and rows of months that are kept elsewhere. */
  readonly erased: number
  readonly archived: number
  readonly roots: number
  readonly stamped: number
}

/** Recomputes all hashes, in order, and stops at the first that is wrong. */
export async function checkJournal(source: JournalSource): Promise<Verdict> {
  const counts = { rows: 0, erased: 0, archived: 0, roots: source.roots.length, stamped: 0 }
  let before = beginning
  const verdict = (error: JournalError | null): Verdict => ({ error, ...counts, last: before })
  const roots = new Map(source.roots.map((root) => [root.seq, root]))
  for await (const entry of source.rows) {
    const error = await errorOfRow(entry, source.isWhole ? before : assumedBefore(entry, before), source.others)
    if (error) return verdict(error)
    const root = roots.get(entry.seq)
    if (root && root.hash !== entry.hash) return verdict(rewritten(root))
    counts.rows += 1
    if (entry.isArchived) counts.archived += 1
    else if (entry.salt === null) counts.erased += 1
    before = entry
  }
  const error = (source.isWhole ? errorOfEnd(source, before) : null) ?? errorOfRoots(source.roots)
  if (error) return verdict(error)
  for (const root of source.roots) {
    if (!root.token) continue
    const wrong = await errorOfStamp(root, root.token)
    if (wrong) return verdict(wrong)
    counts.stamped += 1
  }
  return verdict(await source.strayEvent())
}

/** An export may hold some rows alone: what is missing before a row is taken from the row itself. */
function assumedBefore({ seq, prevHash }: JournalEntry, before: Before): Before {
  return seq === before.seq + 1 ? before : { seq: seq - 1, hash: prevHash, prevHash: '' }
}

function rewritten({ day, seq }: JournalRoot): JournalError {
  return {
    what: 'altered',
    where: `row ${seq}`,
    why: `the root of ${day} holds another hash of it: the journal was written anew`,
  }
}

function errorOfEnd({ head, roots }: JournalSource, last: Before): JournalError | null {
  const furthest = Math.max(head.seq, roots.at(-1)?.seq ?? 0)
  if (furthest > last.seq) {
    return { what: 'removed', where: `row ${last.seq + 1}`, why: `the journal went up to row ${furthest}` }
  }
  if (head.seq < last.seq) {
    return { what: 'added', where: `row ${head.seq + 1}`, why: `the journal went up to row ${head.seq}` }
  }
  if (head.hash === last.hash) return null
  return { what: 'altered', where: `row ${last.seq}`, why: 'the journal ended with another hash' }
}

function errorOfRoots(roots: readonly CheckedRoot[]): JournalError | null {
  let before = noHash
  for (const root of roots) {
    if (root.prevRoot !== before) {
      return { what: 'altered', where: `the roots before ${root.day}`, why: 'the root of that day refers to another one' }
    }
    before = rootHash(root)
  }
  return null
}

async function errorOfStamp(root: CheckedRoot, token: Uint8Array): Promise<JournalError | null> {
  const { stampedTime } = await import('#platform/server/timestamps/timestamp.ts')
  try {
    await stampedTime(token, Buffer.from(rootText(root)))
    return null
  } catch (error) {
    return { what: 'altered', where: `the root of ${root.day}`, why: `its time stamp is not of it: ${(error as Error).message}` }
  }
}
