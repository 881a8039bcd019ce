import { sql } from 'kysely'
import { type Actor, system } from '#access/domain/actor.ts'
import type { LiveCursor, Snapshot } from '#platform/domain/live-cursor.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { readEvent, statusChange } from '#platform/server/events/event-record.ts'
import { parseSnapshot } from '#platform/server/live/event-cursor.ts'
import type { Portal } from '#platform/server/portal.ts'
import { eventNames, events } from '#portal/api/events.ts'
import type { StreamedEvent } from './sse-hub.ts'

const maxReplayed = 500
/** How far below the cursor an event may have been committed late. */
const overlap = 50

/**
 * Whether the cursor's snapshot did not show the row's transaction. Row versions carry 32-bit ids; `age` compares them across
 * their wraparound.
 */
function isUnseen(snapshot: Snapshot | null) {
  if (!snapshot) return sql<boolean>`true`
  const { next, open, own } = snapshot
  const wasOpen = sql<boolean>`events.xmin::text = any(select id::xid8::xid::text from unnest(${[...open]}::text[]) id)`
  const isLater = sql<boolean>`age(events.xmin) <= age(${next}::text::xid8::xid)`
  return sql<boolean>`(${wasOpen} or ${isLater}) and events.xmin::text is distinct from ${own}::text::xid8::xid::text`
}

/** Events after the cursor, oldest first, and one more than are sent again. */
function after(tx: Tx, cursor: LiveCursor) {
  return tx
    .selectFrom('events')
    .selectAll()
    .select([
      sql<boolean>`app.acts_for(actor_id, partner_id)`.as('by_partner'),
      sql<string | null>`(select l.typed_by from leads l
        where l.id = app.event_lead(events.name, events.subject_id, events.before, events.after))`.as('typed_by'),
      sql<string[]>`array(select s.partner_id from lead_shares s where s.lead_id = events.subject_id)`.as('shared_with'),
      sql<string>`pg_current_snapshot()::text`.as('snapshot'),
    ])
    .where('seq', '>', cursor.seq - overlap)
    .where((is) => is.or([is('seq', '>', cursor.seq), isUnseen(cursor.snapshot)]))
    .orderBy('seq')
    .limit(maxReplayed + 1)
}

const namesForSharers = eventNames.filter((name) => events[name].reachesSharers)

const ofSharedLeads = (events: ReturnType<typeof after>, partnerId: string) =>
  events
    .where('name', 'in', namesForSharers)
    .where(sql<boolean>`subject_id in (select lead_id from lead_shares where partner_id = ${partnerId})`)

/**
 * Events that an actor may have missed since the cursor, oldest first; 'too_many' when refetching everything is cheaper.
 * An event is repeated only when it cannot be ruled out that it was missed. None for a stream that starts without a cursor.
 */
export async function eventsAfter(
  portal: Pick<Portal, 'database'>,
  actor: Actor,
  cursor: LiveCursor | null,
): Promise<StreamedEvent[] | 'too_many'> {
  if (!cursor) return []
  const [read, shared] = await Promise.all([
    portal.database.asActor(actor, (tx) => after(tx, cursor).execute()),
    // What these events hold is its partner's to read, that the lead has changed is not.
    actor.kind === 'partner'
      ? portal.database.asActor(system, (tx) => ofSharedLeads(after(tx, cursor), actor.partner.id).execute())
      : [],
  ])
  const rows = [...read, ...shared].toSorted((one, other) => one.seq - other.seq)
  if (rows.length > maxReplayed) return 'too_many'
  return rows.map((row) => ({
    cursor: { seq: row.seq, snapshot: parseSnapshot(row.snapshot, null) },
    name: row.name,
    subjectId: row.subject_id,
    partnerId: row.partner_id,
    actorId: row.actor_id,
    byPartner: row.by_partner,
    typedBy: row.typed_by,
    sharedWith: row.shared_with,
    requestId: row.request_id,
    audience: row.audience,
    ...statusChange(readEvent(row)),
    occurredAt: row.occurred_at.toISOString(),
  }))
}
