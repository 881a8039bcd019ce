import { type JournalLink, type JournalRecord, noHash } from '../domain.ts'
import { linkHash, recordHash } from './record.ts'

/** The first errorAt of the journal. */
export interface JournalError {
  readonly what: 'removed' | 'altered' | 'reordered' | 'added'
  /** The row, the day of a root ('2026-11-22'), or the event. */
  readonly where: string
  readonly why: string
}

/** A row with what its hash of the record is made of. */
export interface JournalEntry extends JournalLink {
  readonly hash: string
  /** In hexadecimal; null: it was erased. */
  readonly salt: string | null
  /** Null: the event is not there. */
  readonly record: JournalRecord | null
  /** The event lies in a month that was taken out of the database, as the operating guide describes. */
  readonly isArchived: boolean
}

/** Looks at other rows of the journal to explain a wrong one. */
export interface OtherRows {
  seqOfHash(hash: string): Promise<number | null>
  hasSeq(seq: number): Promise<boolean>
  /** How many rows name this one as the row before them. */
  countAfter(hash: string): Promise<number>
}

export type Before = Pick<JournalEntry, 'seq' | 'hash' | 'prevHash'>
export const beginning: Before = { seq: 0, hash: noHash, prevHash: '' }

/** What is wrong with a row that follows another one; null: nothing. */
export async function errorOfRow(entry: JournalEntry, before: Before, others: OtherRows): Promise<JournalError | null> {
  if (entry.seq !== before.seq + 1) return errorOfPlace(entry, before.seq + 1, others)
  if (entry.prevHash !== before.hash) return errorOfLink(entry, before, others)
  if (linkHash(entry) === entry.hash) return errorOfRecord(entry, others)
  const isInvented = entry.record === null && !entry.isArchived
  const why = 'its hash is not that of its content'
  return errorAt(isInvented ? 'added' : 'altered', entry.seq, isInvented ? `${why}, and there is no such event` : why)
}

/** What is wrong with a row by itself: the one before it is taken to be right. */
export function errorOfRowAlone(entry: JournalEntry): Promise<JournalError | null> {
  const before = { ...beginning, seq: entry.seq - 1, hash: entry.prevHash }
  return errorOfRow(entry, before, { seqOfHash: async () => null, hasSeq: async () => true, countAfter: async () => 1 })
}

const errorAt = (what: JournalError['what'], seq: number, why: string): JournalError => ({ what, where: `row ${seq}`, why })

async function errorOfPlace({ seq }: JournalEntry, expected: number, others: OtherRows): Promise<JournalError> {
  if (seq < expected) return errorAt('added', seq, 'it is there twice')
  if (await others.hasSeq(expected)) return errorAt('reordered', expected, `row ${seq} stands where it should be`)
  return errorAt('removed', expected, `row ${seq} follows row ${expected - 1}`)
}

/** How far a row is looked for beside its number. */
const furthest = 1000

/** The number under which a row was hashed; null: its content is another one. */
function numberWhenHashed(entry: JournalEntry): number | null {
  for (let distance = 0; distance <= furthest; distance += 1) {
    const number = [entry.seq + distance, entry.seq - distance].find((seq) => linkHash({ ...entry, seq }) === entry.hash)
    if (number !== undefined) return number
  }
  return null
}

async function errorOfLink(entry: JournalEntry, before: Before, others: OtherRows): Promise<JournalError> {
  if (entry.prevHash === before.prevHash) {
    return errorAt('added', before.seq, `the row after it follows row ${before.seq - 1}`)
  }
  const predecessor = await others.seqOfHash(entry.prevHash)
  if (predecessor !== null) return errorAt('reordered', entry.seq, `it follows what is now row ${predecessor}`)
  const number = numberWhenHashed(entry)
  if (number === null) return errorAt('altered', entry.seq, 'its hash is not that of its content')
  if (number === entry.seq) return errorAt('altered', before.seq, 'the row after it follows another one')
  return errorAt('removed', entry.seq, `what is now row ${entry.seq} was row ${number} when it was written`)
}

async function errorOfRecord(entry: JournalEntry, others: OtherRows): Promise<JournalError | null> {
  const { seq, eventId, name, occurredAt, recordHash: expected, salt, record, isArchived } = entry
  if (isArchived) return null
  if (record === null) {
    if (salt === null) return null
    const isInvented = (await others.countAfter(entry.prevHash)) > 1
    return isInvented
      ? errorAt('added', seq, `another row follows row ${seq - 1}, and there is no event ${eventId}`)
      : errorAt('removed', seq, `its event ${eventId} is gone`)
  }
  const isItsOwn = record.id === eventId && record.name === name && record.occurredAt === occurredAt
  if (!isItsOwn) return errorAt('altered', seq, 'its event has another id, name or time')
  if (salt !== null) {
    if (recordHash(Buffer.from(salt, 'hex'), record) === expected) return null
    return errorAt('altered', seq, `its event ${eventId} is not what was recorded`)
  }
  const isEmpty = record.before === null && record.after === null && record.origin === null
  return isEmpty ? null : errorAt('altered', seq, 'its salt was removed, but its event still has content')
}
