import type { NotificationKind } from '#domain/notifications.ts'
import { notificationKinds } from '#domain/notifications.ts'
import type { Audience } from '#domain/activity.ts'
import type { TransactionContext } from '../transaction.ts'
import { personOf } from '../transaction.ts'
import { switchedOff } from './queries.ts'

async function change(
  context: TransactionContext,
  userId: string,
  heard: Audience,
  wish: (before: NotificationKind[]) => NotificationKind[],
) {
  const { tx, now } = context
  const before = await switchedOff(tx, userId)
  const wished = wish(before)
  const after = notificationKinds.filter((kind) => wished.includes(kind))
  if (before.join() === after.join()) return
  const fields = { switched_off: after, changed_at: now }
  await tx
    .insertInto('notification_choices')
    .values({ user_id: userId, ...fields })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fields))
    .execute()
  await context.recordEvent({
    name: 'notifications.changed',
    subjectId: userId,
    audience: heard,
    before: { switchedOff: before },
    after: { switchedOff: after },
  })
}

/** Saves the kinds of mail the caller has switched off. */
export async function saveChoices(context: TransactionContext, kinds: NotificationKind[]): Promise<void> {
  const { userId } = personOf(context)
  await change(context, userId, context.actor.kind === 'partner' ? { kind: 'partner', userId } : { kind: 'staff' }, () => kinds)
}

/** Switches off one kind of mail for a recipient; ignored if the person is deleted. */
export async function switchOff(context: TransactionContext, userId: string, kind: NotificationKind): Promise<void> {
  const person = await context.tx
    .selectFrom('profiles as p')
    .leftJoin('user_roles as r', 'r.user_id', 'p.user_id')
    .select('r.role')
    .where('p.user_id', '=', userId)
    .where('p.deleted_at', 'is', null)
    .forUpdate('p')
    .executeTakeFirst()
  if (!person) return
  const heard: Audience = person.role === 'admin' ? { kind: 'staff' } : { kind: 'partner', userId }
  await change(context, userId, heard, (before) => [...before, kind])
}
