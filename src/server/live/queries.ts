import type { Actor } from '#domain/actor.ts'
import type { Portal } from '../portal.ts'
import type { Announcement } from './hub.ts'

const mostReplayed = 500
/**
 * Sequences are given when an event is written and seen when it commits, so a lower one can appear after a higher one.
 * Going back a little covers that; hearing of something twice does no harm.
 */
const overlap = 50

/** What an actor may have missed since the event with this id, oldest first. Nothing for a stream that starts afresh. */
export async function missedSince(
  portal: Pick<Portal, 'database'>,
  actor: Actor,
  lastEventId: string,
): Promise<Announcement[] | 'too_many'> {
  if (!/^\d{1,15}$/.test(lastEventId)) return []
  const rows = await portal.database.asActor(actor, (tx) =>
    tx
      .selectFrom('events')
      .select(['seq', 'name', 'subject_id', 'partner_id', 'audience', 'occurred_at'])
      .where('seq', '>', Number(lastEventId) - overlap)
      .orderBy('seq')
      .limit(mostReplayed + 1)
      .execute(),
  )
  if (rows.length > mostReplayed) return 'too_many'
  return rows.map((row) => ({
    seq: row.seq,
    name: row.name,
    subjectId: row.subject_id,
    partnerId: row.partner_id,
    audience: row.audience,
    occurredAt: row.occurred_at.toISOString(),
  }))
}
