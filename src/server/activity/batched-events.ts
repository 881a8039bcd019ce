import type { Tx } from '../db/database.ts'
import type { EventRecord } from './event-record.ts'

type Part = Pick<EventRecord, 'id' | 'subjectId' | 'before' | 'after'>

/**
 * Events of the same name, partner and request in order, including the event itself, so that a bulk action leads to one mail.
 * Empty for all but the first of them.
 */
export async function batchedEvents(tx: Tx, event: EventRecord): Promise<Part[]> {
  const rows = await tx
    .selectFrom('events')
    .select(['id', 'subject_id', 'before', 'after'])
    .where('partner_id', '=', event.partnerId)
    .where('name', '=', event.name)
    .where((where) =>
      where.or([
        where('id', '=', event.id),
        where('request_id', '=', (select) => select.selectFrom('events').select('request_id').where('id', '=', event.id)),
      ]),
    )
    .orderBy('seq')
    .execute()
  if (rows[0]?.id !== event.id) return []
  return rows.map((row) => ({ id: row.id, subjectId: row.subject_id, before: row.before ?? {}, after: row.after ?? {} }))
}
