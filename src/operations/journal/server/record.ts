import { hash } from 'node:crypto'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Events } from '#platform/server/db/schema.generated.ts'
import {
  canonicalJson,
  type JournalLink,
  type JournalRecord,
  type JournalRoot,
  type Json,
  linkText,
  rootText,
} from '../domain.ts'

/** A time as the journal writes it: '2026-11-22T18:00:00.123000Z'. The database holds microseconds, a Date does not. */
export function exactTime(time: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}

/** The same of a Date. */
export const exactTimeOf = (time: Date) => time.toISOString().replace('Z', '000Z')

export type RecordedEvent = Pick<
  Selectable<Events>,
  'id' | 'seq' | 'name' | 'actor_id' | 'subject_id' | 'partner_id' | 'audience' | 'before' | 'after' | 'request_id' | 'origin'
> & { readonly exact_time: string }

/** All columns of an event, for `recordOf`. */
export const recordColumns = [
  ...(['e.id', 'e.seq', 'e.name', 'e.actor_id', 'e.subject_id', 'e.partner_id', 'e.audience'] as const),
  ...(['e.before', 'e.after', 'e.request_id', 'e.origin'] as const),
  exactTime(sql.ref('e.occurred_at')).as('exact_time'),
] as const

/** An event as the journal hashes it. */
export function recordOf(event: RecordedEvent): JournalRecord {
  return {
    id: event.id,
    number: event.seq,
    name: event.name,
    occurredAt: event.exact_time,
    actorId: event.actor_id,
    subjectId: event.subject_id,
    partnerId: event.partner_id,
    audience: event.audience,
    before: event.before as Json,
    after: event.after as Json,
    requestId: event.request_id,
    origin: event.origin as Json,
  }
}

/** The hash of a record, in hexadecimal. */
export function recordHash(salt: Uint8Array, record: JournalRecord): string {
  return hash('sha256', Buffer.concat([salt, Buffer.from(canonicalJson(record))]), 'hex')
}

const sha256 = (text: string) => hash('sha256', text, 'hex')

export const linkHash = (link: JournalLink) => sha256(linkText(link))
export const rootHash = (root: JournalRoot) => sha256(rootText(root))
