import { requirePartner } from '#accounts/people/server/guards.ts'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { staff } from '#platform/domain/audience.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { viewSeconds } from '../domain.ts'
import { m } from '../messages/messages.ts'

interface View {
  readonly sessionId: string
  readonly partnerId: string
}

/** Makes a session of staff stand for a partner for an hour. Refuses `partner_not_active` unless they are one and have joined. */
export async function startView(context: TransactionContext, { sessionId, partnerId }: View): Promise<void> {
  const { tx, now } = context
  await requirePartner(context, partnerId)
  const { joined_at, full_name } = await tx
    .selectFrom(partnerContacts.as('p'))
    .select(['joined_at', 'full_name'])
    .where('partner_id', '=', partnerId)
    .executeTakeFirstOrThrow()
  if (!joined_at) throw new Refusal('partner_not_active', m.notJoined({ name: full_name }))
  const endsAt = new Date(now.getTime() + viewSeconds * 1000)
  await tx.deleteFrom('partner_views').where('session_id', '=', sessionId).execute()
  await tx
    .insertInto('partner_views')
    .values({ session_id: sessionId, partner_id: partnerId, started_at: now, ends_at: endsAt })
    .execute()
  await context.recordEvent({
    name: 'partner.view_started',
    subjectId: partnerId,
    audience: staff,
    partnerId,
    after: { until: endsAt.toISOString() },
  })
}

/** Ends a session's view, if it has one. Its end by time is in the event of its start. */
export async function endView(context: TransactionContext, sessionId: string): Promise<void> {
  const ended = await context.tx
    .deleteFrom('partner_views')
    .where('session_id', '=', sessionId)
    .returning(['partner_id', 'started_at'])
    .executeTakeFirst()
  if (!ended) return
  await context.recordEvent({
    name: 'partner.view_ended',
    subjectId: ended.partner_id,
    audience: staff,
    partnerId: ended.partner_id,
    after: { since: ended.started_at.toISOString() },
  })
}
