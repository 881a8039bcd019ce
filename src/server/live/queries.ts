import { sql } from 'kysely'
import type { Actor } from '#domain/actor.ts'
import type { LiveCursor } from '#domain/live-cursor.ts'
import type { Portal } from '../portal.ts'
import type { ToldEvent } from './hub.ts'

const maxReplayed = 500
/**
 * Sequences are given when an event is written and seen when it commits, so a lower one can appear after a higher one.
 * Going back a little covers that. Hearing of something twice does no harm but costs reading it again, so a cursor that
 * knows its horizon goes back to the transactions that were still open by then alone.
 */
const overlap = 50

/** `age` counts back from the newest transaction, whose numbers start again from time to time. */
function mayBeUnseen({ horizon, xact }: LiveCursor) {
  if (horizon === null) return sql<boolean>`true`
  const others = sql<boolean>`events.xmin::text is distinct from ${xact}::text::xid8::xid::text`
  return sql<boolean>`age(events.xmin) <= age(${horizon}::text::xid8::xid) and ${others}`
}

/** What an actor may have missed since the cursor, oldest first. Nothing for a stream that starts afresh. */
export async function missedSince(
  portal: Pick<Portal, 'database'>,
  actor: Actor,
  cursor: LiveCursor | null,
): Promise<ToldEvent[] | 'too_many'> {
  if (!cursor) return []
  const rows = await portal.database.asActor(actor, (tx) =>
    tx
      .selectFrom('events')
      .select(['seq', 'name', 'subject_id', 'partner_id', 'audience', 'occurred_at'])
      .where('seq', '>', cursor.seq - overlap)
      .where((is) => is.or([is('seq', '>', cursor.seq), mayBeUnseen(cursor)]))
      .orderBy('seq')
      .limit(maxReplayed + 1)
      .execute(),
  )
  if (rows.length > maxReplayed) return 'too_many'
  return rows.map((row) => ({
    seq: row.seq,
    name: row.name,
    subjectId: row.subject_id,
    partnerId: row.partner_id,
    audience: row.audience,
    occurredAt: row.occurred_at.toISOString(),
  }))
}
