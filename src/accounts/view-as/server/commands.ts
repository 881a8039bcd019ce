import { staff } from '#access/domain/audience.ts'
import { requirePartner } from '#accounts/people/server/guards.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { viewSeconds } from '../domain.ts'
import { m } from '../messages/messages.ts'

interface View {
  readonly sessionId: string
  readonly partnerId: string
  /** One of the partner's people; the main person where none is named. */
  readonly personId?: string
}

/**
 * Makes a session of staff stand for somebody of a partner for an hour. Refuses `partner_not_active` unless the partner is active
 * and the person has joined, and `not_found` for whoever is not one of its people.
 */
export async function startView(context: TransactionContext, { sessionId, partnerId, personId }: View): Promise<void> {
  const { tx, now } = context
  await requirePartner(context, partnerId)
  const viewed = await personOfPartner(tx, partnerId, personId)
  if (!viewed.joined_at) throw new Refusal('partner_not_active', m.notJoined({ name: viewed.full_name }))
  const endsAt = new Date(now.getTime() + viewSeconds * 1000)
  await tx.deleteFrom('partner_views').where('session_id', '=', sessionId).execute()
  await tx
    .insertInto('partner_views')
    .values({ session_id: sessionId, partner_id: partnerId, person_id: viewed.user_id, started_at: now, ends_at: endsAt })
    .execute()
  await context.recordEvent({
    name: 'partner.view_started',
    subjectId: viewed.user_id,
    audience: staff,
    partnerId,
    after: { until: endsAt.toISOString() },
  })
}

async function personOfPartner(tx: Tx, partnerId: string, personId: string | undefined) {
  const found = await tx
    .selectFrom('partner_members as m')
    .innerJoin('partners as c', 'c.id', 'm.partner_id')
    .innerJoin('profiles as p', 'p.user_id', 'm.person_id')
    .select(['p.user_id', 'p.full_name', 'p.joined_at'])
    .where('m.partner_id', '=', partnerId)
    .where('m.until', 'is', null)
    .where('p.deleted_at', 'is', null)
    .where('p.user_id', '=', (where) => (personId === undefined ? where.ref('c.main_person_id') : where.val(personId)))
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return found
}

/** Ends a session's view, if it has one. Its end by time is in the event of its start. */
export async function endView(context: TransactionContext, sessionId: string): Promise<void> {
  const ended = await context.tx
    .deleteFrom('partner_views')
    .where('session_id', '=', sessionId)
    .returning(['partner_id', 'person_id', 'started_at'])
    .executeTakeFirst()
  if (!ended) return
  await context.recordEvent({
    name: 'partner.view_ended',
    subjectId: ended.person_id,
    audience: staff,
    partnerId: ended.partner_id,
    after: { since: ended.started_at.toISOString() },
  })
}
