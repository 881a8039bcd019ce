import { type JournalLink, type JournalRecord, noHash } from '../domain.ts'
import { linkHash, recordHash } from './record.ts'

/** The first fault of the journal. */
export interface Fault {
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
export async function faultOfRow(entry: JournalEntry, before: Before, others: OtherRows): Promise<Fault | null> {
  if (entry.seq !== before.seq + 1) return faultOfPlace(entry, before.seq + 1, others)
  if (entry.prevHash !== before.hash) return faultOfLink(entry, before, others)
  if (linkHash(entry) === entry.hash) return faultOfRecord(entry, others)
  const isInvented = entry.record === null && !entry.isArchived
  const why = 'its hash is not that of its content'
  return fault(isInvented ? 'added' : 'altered', entry.seq, isInvented ? `${why}, and there is no such event` : why)
}

/** What is wrong with a row by itself: the one before it is taken to be right. */
export function faultOfRowAlone(entry: JournalEntry): Promise<Fault | null> {
  const before = { ...beginning, seq: entry.seq - 1, hash: entry.prevHash }
  return faultOfRow(entry, before, { seqOfHash: async () => null, hasSeq: async () => true, countAfter: async () => 1 })
}

const fault = (what: Fault['what'], seq: number, why: string): Fault => ({ what, where: `row ${seq}`, why })

async function faultOfPlace({ seq }: JournalEntry, expected: number, others: OtherRows): Promise<Fault> {
  if (seq < expected) return fault('added', seq, 'it is there twice')
  if (await others.hasSeq(expected)) return fault('reordered', expected, `row ${seq} stands where it should be`)
  return fault('removed', expected, `row ${seq} follows row ${expected - 1}`)
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

async function faultOfLink(entry: JournalEntry, before: Before, others: OtherRows): Promise<Fault> {
  if (entry.prevHash === before.prevHash) {
    return fault('added', before.seq, `the row after it follows row ${before.seq - 1}`)
  }
  const predecessor = await others.seqOfHash(entry.prevHash)
  if (predecessor !== null) return fault('reordered', entry.seq, `it follows what is now row ${predecessor}`)
  const number = numberWhenHashed(entry)
  if (number === null) return fault('altered', entry.seq, 'its hash is not that of its content')
  if (number === entry.seq) return fault('altered', before.seq, 'the row after it follows another one')
  return fault('removed', entry.seq, `what is now row ${entry.seq} was row ${number} when it was written`)
}

async function faultOfRecord(entry: JournalEntry, others: OtherRows): Promise<Fault | null> {
  const { seq, eventId, name, occurredAt, recordHash: expected, salt, record, isArchived } = entry
  if (isArchived) return null
  if (record === null) {
    if (salt === null) return null
    const isInvented = (await others.countAfter(entry.prevHash)) > 1
    return isInvented
      ? fault('added', seq, `another row follows row ${seq - 1}, and there is no event ${eventId}`)
      : fault('removed', seq, `its event ${eventId} is gone`)
  }
  const isItsOwn = record.id === eventId && record.name === name && record.occurredAt === occurredAt
  if (!isItsOwn) return fault('altered', seq, 'its event has another id, name or time')
  if (salt !== null) {
    if (recordHash(Buffer.from(salt, 'hex'), record) === expected) return null
    return fault('altered', seq, `its event ${eventId} is not what was recorded`)
  }
  const isEmpty = record.before === null && record.after === null && record.origin === null
  return isEmpty ? null : fault('altered', seq, 'its salt was removed, but its event still has content')
}
