import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'
import type { EventName } from '#portal/api/events.ts'
import { type EventRecord, isEmptied, readEvent } from './event-record.ts'

/**
 * The events of the same name that one request recorded for the same partner in one transaction, in order, the given one
 * included, without those of erased people: what staff did to several records at once is one mail. Empty for all but the first
 * of them. The time is compared as well, because a client may send an X-Request-Id more than once.
 */
export async function batchedEvents<Name extends EventName>(tx: Tx, event: EventRecord<Name>): Promise<EventRecord<Name>[]> {
  const rows = await tx
    .selectFrom('events')
    .selectAll()
    .where('partner_id', '=', event.partnerId)
    .where('name', '=', event.name)
    // Leaves out the months before.
    .where('id', '>=', sql<string>`app.first_event_id(${event.occurredAt})`)
    .where((where) =>
      where.or([
        where('id', '=', event.id),
        where.and([
          where('request_id', '=', (select) => select.selectFrom('events').select('request_id').where('id', '=', event.id)),
          where('occurred_at', '=', event.occurredAt),
          where('actor_id', 'is not distinct from', event.actorId),
        ]),
      ]),
    )
    .orderBy('seq')
    .execute()
  if (rows[0]?.id !== event.id) return []
  return rows.filter((row) => isEmptied(event) || !isEmptied(row)).map((row) => readEvent<Name>({ ...row, name: event.name }))
}
