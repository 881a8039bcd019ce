import * as z from 'zod/mini'
import { subjectKinds } from '#access/domain/subject-kinds.ts'
import { filterOf, list, pageOf } from '#platform/api/list.ts'
import { periodQuery } from '#platform/api/period.ts'
import { route } from '#platform/api/route.ts'
import { count, id, page, pageQuery, personName, searchText, time } from '#platform/api/shapes.ts'
import { eventNames } from '#portal/api/events.ts'

const eventName = z.enum(eventNames)
const sha256 = z.string()
const seq = z.int().check(z.minimum(1))
/** A time with microseconds, exactly as it is hashed. */
const exactTime = z.string()

export const journalList = list({
  filters: {
    name: z.optional(eventName),
    /** The person who acted, the partner concerned, or the subject. */
    personId: z.optional(id),
    /** The record it happened to. */
    subjectId: z.optional(id),
    /** The period in which the event occurred. */
    ...periodQuery,
    search: searchText,
  },
})

const journalRow = z.object({
  seq,
  /** The id of the event. */
  id,
  name: z.string(),
  occurredAt: exactTime,
  chainedAt: exactTime,
  hash: sha256,
  /** Null: the portal itself. */
  actor: z.nullable(personName),
  partner: z.nullable(personName),
  subject: z.nullable(z.object({ kind: z.nullable(z.enum(subjectKinds)), id })),
  /**
   * `erased`: what it said of a person was erased; `withheld`: it is about to be, and is not shown; `archived`: its month is kept
   * outside the database.
   */
  content: z.enum(['kept', 'erased', 'withheld', 'archived']),
})
export type JournalRow = z.infer<typeof journalRow>

const journalRowDetail = z.extend(journalRow, {
  recordHash: sha256,
  prevHash: sha256,
  salt: z.nullable(z.string()),
  /** What `recordHash` is made of, after the salt. */
  record: z.nullable(z.record(z.string(), z.unknown())),
  /** Whether both hashes are those of what is stored now. */
  isWhole: z.boolean(),
})
export type JournalRowDetail = z.infer<typeof journalRowDetail>

const root = z.object({
  day: z.iso.date(),
  timeZone: z.string(),
  seq,
  hash: sha256,
  /** When its time stamp was received; null: it has none. */
  stampedAt: z.nullable(time),
})
export type JournalRoot = z.infer<typeof root>

const dayParams = z.strictObject({ day: z.iso.date() })

export const eventJournalRoutes = {
  listJournal: route('GET', '/journal', {
    summary: 'Rows of the journal, newest first',
    description: 'Each event stands in it some seconds after it happened.',
    who: 'admin',
    query: pageOf(journalList),
    returns: page(journalRow),
  }),
  getJournalRow: route('GET', '/journal/:seq', {
    summary: 'A row of the journal with all that its hashes are made of, computed again',
    who: 'admin',
    params: z.strictObject({ seq: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)) }),
    returns: journalRowDetail,
  }),
  exportJournal: route('GET', '/journal.jsonl', {
    summary: 'The journal as lines of JSON, with all that is needed to compute every hash again',
    description:
      'Without a filter the whole chain; with one, rows that are right each by itself. docs/journal.md describes the lines.',
    who: 'admin',
    query: filterOf(journalList),
    transaction: 'own',
    ownership: 'staff',
    answer: 'jsonLines',
    heavy: true,
  }),
  listJournalRoots: route('GET', '/journal-roots', {
    summary: 'Where the journal ends, and its state at the end of each day, newest first',
    who: 'admin',
    query: z.strictObject({ ...pageQuery, cursor: z.optional(z.iso.date()) }),
    returns: z.extend(page(root), {
      head: z.object({ seq: count, hash: sha256, chainedAt: z.nullable(exactTime) }),
      /** Whether a time-stamp authority is set. */
      isStamped: z.boolean(),
    }),
  }),
  getJournalRoot: route('GET', '/journal-roots/:day/root.json', {
    summary: 'A root as it is time-stamped, byte for byte',
    who: 'admin',
    params: dayParams,
    answer: 'file',
    mediaType: 'application/json',
  }),
  getJournalStamp: route('GET', '/journal-roots/:day/stamp.tsr', {
    summary: 'The time stamp of a root, as openssl ts -verify reads it',
    who: 'admin',
    params: dayParams,
    answer: 'file',
    mediaType: 'application/timestamp-reply',
  }),
}
