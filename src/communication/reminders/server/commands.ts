import { ofPartner, staff } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import { invitationIs, partnersOfPeople } from '#accounts/people/server/queries.ts'
import { waitsFor } from '#contracts/contracts/server/queries.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { Reminded } from '../api.ts'
import { remindedAt } from './queries.ts'

/** By hand, nobody is reminded twice of the same within this time, in ms. */
const pauseMs = 3_600_000

/** Reminds partners of contracts that wait for their signature. Others, and those reminded just now, are skipped. */
export async function remindContracts(context: TransactionContext, ids: readonly string[]): Promise<Reminded> {
  const { tx, now, recordEvents } = context
  const waiting = await tx
    .selectFrom('contracts as c')
    .select(['c.id', 'c.user_id', remindedAt('contract', 'c.id').as('reminded_at')])
    .where('c.id', 'in', ids)
    .where(waitsFor('partner'))
    .orderBy('c.id')
    .forUpdate('c')
    .execute()
  const due = waiting.filter(({ reminded_at }) => isLongAgo(reminded_at, now))
  const reminders = due.map(({ id }) => ({ ...byHand(context), contract_id: id }))
  if (reminders.length > 0) await tx.insertInto('reminders').values(reminders).execute()
  await recordEvents(
    due.map(({ id, user_id: userId }, index) => ({
      name: 'contract.reminded',
      subjectId: id,
      audience: ofPartner(userId),
      after: { reminderId: reminders[index]?.id ?? '', afterDays: null },
    })),
  )
  return { reminded: due.length, skipped: new Set(ids).size - due.length }
}

/** Reminds people of their open invitations. Others, and those reminded just now, are skipped. */
export async function remindInvitations(context: TransactionContext, userIds: readonly string[]): Promise<Reminded> {
  const { tx, now, recordEvents } = context
  const open = await tx
    .selectFrom('invitations as i')
    .select(['i.id', 'i.user_id', remindedAt('invitation', 'i.id').as('reminded_at')])
    .where('i.user_id', 'in', userIds)
    .where(invitationIs('open', now))
    .orderBy('i.id')
    .forUpdate('i')
    .execute()
  const due = open.filter(({ reminded_at }) => isLongAgo(reminded_at, now))
  const reminders = due.map(({ id }) => ({ ...byHand(context), invitation_id: id }))
  if (reminders.length > 0) await tx.insertInto('reminders').values(reminders).execute()
  const partners = await partnersOfPeople(
    tx,
    due.map(({ user_id }) => user_id),
  )
  await recordEvents(
    due.map(({ id, user_id: userId }, index) => ({
      name: 'invitation.reminded',
      subjectId: userId,
      audience: staff,
      ...(partners.has(userId) ? { partnerId: partners.get(userId) ?? '' } : {}),
      after: { reminderId: reminders[index]?.id ?? '', invitationId: id, afterDays: null },
    })),
  )
  return { reminded: due.length, skipped: new Set(userIds).size - due.length }
}

const byHand = (context: TransactionContext) => ({
  id: newId(),
  after_days: null,
  sent_at: context.now,
  sent_by: personOf(context).userId,
})

const isLongAgo = (at: Date | null, now: Date) => at === null || now.getTime() - at.getTime() >= pauseMs
