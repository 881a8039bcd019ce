import { Refusal } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { cutPage, decodeCursor, defaultPageSize } from '#platform/server/http/lists/cursor.ts'
import { events } from '#portal/api/events.ts'
import { eventJournalRoutes, type JournalRow } from '../api.ts'
import { rootText } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { errorOfRowAlone } from './check-row.ts'
import { exportJournal } from './export.ts'
import { findRow, type ListedRow, listRows } from './list.ts'
import { eventData } from './personal-data.ts'
import { entryOf, findRoot, headTime, journalHead, listRoots, lowestKeptId, withheld } from './queries.ts'
import { rootOf } from './roots.ts'

function presentRow(row: ListedRow, oldestId: string): JournalRow {
  const { seq, eventId, name, occurredAt, chainedAt, hash, isArchived } = entryOf(row, oldestId)
  return {
    seq,
    id: eventId,
    name,
    occurredAt,
    chainedAt,
    hash,
    actor: person(row.actor_id, row.actor_name, row.actor_deleted_at),
    partner: person(row.partner_id, row.partner_name, row.partner_deleted_at),
    subject: row.subject_id ? { kind: row.name ? events[row.name]?.subject : null, id: row.subject_id } : null,
    content: isArchived ? 'archived' : row.salt === null ? 'erased' : row.is_withheld ? 'withheld' : 'kept',
  }
}

function person(id: string | null, name: string | null, deletedAt: Date | null) {
  return id && name !== null ? { id, name, deleted: deletedAt !== null } : null
}

async function rootOfDay(tx: Tx, day: string) {
  const root = await findRoot(tx, day)
  if (!root) throw new Refusal('not_found', m.noRoot())
  return root
}

const handlers: Handlers<typeof eventJournalRoutes> = {
  async listJournal({ tx, query: { cursor, limit = defaultPageSize, ...filter } }) {
    const below = cursor === undefined ? null : Number(decodeCursor(cursor, 'number').key)
    const [rows, oldestId] = await Promise.all([listRows(tx, filter, { below, limit }), lowestKeptId(tx)])
    return cutPage(
      rows.map((row) => ({ id: row.event_id, row })),
      limit,
      ({ row }) => String(row.row_seq),
      ({ row }) => presentRow(row, oldestId),
    )
  },
  async getJournalRow({ tx, params: { seq } }) {
    const [row, oldestId] = await Promise.all([findRow(tx, seq), lowestKeptId(tx)])
    if (!row) throw new Refusal('not_found', m.noRow())
    const entry = entryOf(row, oldestId)
    const { recordHash, prevHash, salt, record } = row.is_withheld ? withheld(entry) : entry
    const isWhole = (await errorOfRowAlone(entry)) === null
    return { ...presentRow(row, oldestId), recordHash, prevHash, salt, record: record && { ...record }, isWhole }
  },
  exportJournal: ({ query, ...call }) => exportJournal(call, query),
  async listJournalRoots({ tx, portal, query: { cursor, limit = defaultPageSize } }) {
    const [head, chainedAt, rows] = await Promise.all([journalHead(tx), headTime(tx), listRoots(tx, cursor ?? null, limit)])
    const items = rows.slice(0, limit).map((row) => {
      const { day, timeZone, seq, hash } = rootOf(row)
      return { day, timeZone, seq, hash, stampedAt: row.stamped_at?.toISOString() ?? null }
    })
    return {
      head: { seq: head.seq, hash: head.hash.toString('hex'), chainedAt },
      isStamped: portal.config.tsaUrl !== null,
      items,
      nextCursor: rows.length > limit ? (items.at(-1)?.day ?? null) : null,
    }
  },
  async getJournalRoot({ tx, params }) {
    return { content: rootText(rootOf(await rootOfDay(tx, params.day))), mediaType: 'application/json' }
  },
  async getJournalStamp({ tx, params }) {
    const { token } = await rootOfDay(tx, params.day)
    if (!token) throw new Refusal('not_found', m.rootWithoutStamp())
    const { timestampReply } = await import('#platform/server/timestamps/timestamp.ts')
    return { content: timestampReply(token), mediaType: 'application/timestamp-reply' }
  },
}

export const eventJournalSlice = slice({ routes: eventJournalRoutes, handlers, personalData: eventData })
