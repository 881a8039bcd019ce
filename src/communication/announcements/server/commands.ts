import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { everyone, ofPartner } from '#access/domain/audience.ts'
import { partnerOf, personOf } from '#access/server/acting.ts'
import { Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import { newId } from '#platform/server/ids.ts'
import { isoDay, providerZone } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { announcementForm } from '../api.ts'
import { m } from '../messages/messages.ts'
import { audienceQuery, type ChosenAudience, isRunning } from './queries.ts'

/**
 * Publishes an announcement to its audience as it is now. Refuses `invalid_input` for a day that is over and a tier that is gone,
 * `announcement_without_recipients` for an audience without anybody.
 */
export async function publishAnnouncement(
  context: TransactionContext,
  { audience, tierId, ...form }: z.output<typeof announcementForm>,
): Promise<string> {
  const { tx, now } = context
  const { userId } = personOf(context)
  const today = isoDay(now, await providerZone(tx))
  const isAhead = form.endsOn === null || form.endsOn >= today
  refuseFieldUnless(isAhead, 'endsOn', m.dayIsOver())
  const id = newId()
  await tx
    .insertInto('announcements')
    .values({
      id,
      title: form.title,
      body: form.text,
      link: form.link,
      ends_on: form.endsOn,
      audience,
      ...(await tierNames(context, tierId)),
      published_at: now,
      published_by: userId,
    })
    .execute()
  const choice: ChosenAudience = audience === 'tier' ? { audience, tierId: tierId ?? '' } : { audience }
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('announcement_recipients')
    .columns(['announcement_id', 'user_id'])
    .expression(audienceQuery(tx, choice, now).select([sql<string>`${id}::uuid`.as('announcement_id'), 'p.user_id']))
    .executeTakeFirstOrThrow()
  const recipients = Number(numInsertedOrUpdatedRows)
  refuseUnless(recipients > 0, 'announcement_without_recipients', m.audienceEmpty())
  await context.recordEvent({
    name: 'announcement.published',
    subjectId: id,
    audience: everyone,
    after: { audience, recipients },
  })
  return id
}

/** The tier's names as they are now: an announcement keeps them. */
async function tierNames({ tx }: TransactionContext, tierId: string | null) {
  if (!tierId) return { tier_name: null, tier_names: '{}' }
  const tier = await tx
    .selectFrom('partner_tiers')
    .select(['name', 'names'])
    .where('id', '=', tierId)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  refuseFieldUnless(tier, 'tierId', m.noSuchTier())
  return { tier_name: tier.name, tier_names: JSON.stringify(tier.names) }
}

/** Withdraws an announcement; done again it changes nothing. */
export async function withdrawAnnouncement(context: TransactionContext, id: string): Promise<void> {
  const { tx, now } = context
  const { userId } = personOf(context)
  const { numUpdatedRows } = await tx
    .updateTable('announcements')
    .set({ withdrawn_at: now, withdrawn_by: userId })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await context.recordEvent({ name: 'announcement.withdrawn', subjectId: id, audience: everyone })
}

/** Records that the caller has read an announcement; done again it changes nothing. Refuses `not_found`. */
export async function readAnnouncement(context: TransactionContext, id: string): Promise<void> {
  const { tx, now } = context
  const { userId } = personOf(context)
  const visible = await tx.selectFrom('announcements').select('id').where('id', '=', id).executeTakeFirst()
  if (!visible) throw new Refusal('not_found', m.announcementGone())
  const { numUpdatedRows } = await tx
    .updateTable('announcement_recipients')
    .set({ read_at: now })
    .where('announcement_id', '=', id)
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await context.recordEvent({ name: 'announcement.read', subjectId: id, audience: ofPartner(partnerOf(context).id) })
}

/**
 * Shows a partner who has just joined the announcements to all partners that end on a later day. Those without an end were for
 * the partners of their time. Newcomers get no mail about either.
 */
export async function showToNewcomer({ tx, now }: Pick<TransactionContext, 'tx' | 'now'>, userId: string): Promise<void> {
  await tx
    .insertInto('announcement_recipients')
    .columns(['announcement_id', 'user_id'])
    .expression(
      tx
        .selectFrom('announcements as a')
        .select(['a.id', sql<string>`${userId}::uuid`.as('user_id')])
        .where('a.audience', '=', 'all')
        .where('a.ends_on', 'is not', null)
        .where(isRunning(now)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
