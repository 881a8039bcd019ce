import { type Audience, ofPartner, staff } from '#access/domain/audience.ts'
import { partnerOf, personOf } from '#access/server/acting.ts'
import { toldToPerson } from '#accounts/people/server/queries.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { NewsMailSettings } from '../api/news.ts'
import {
  type NewsChoices,
  type NewsKind,
  type NewsTiming,
  newsKinds,
  newsTiming,
  newsTimings,
  reminderSteps,
  withTiming,
} from '../domain/news-mail.ts'
import { canSwitchOff, type NewsMailKind, type NotificationKind, notificationKinds } from '../domain/notifications.ts'
import { newsChoices, newsSettings, switchedOff, toldOfColleagues } from './queries.ts'

/** Whether somebody is told about the leads of their colleagues. */
interface Followed {
  readonly before: boolean
  readonly after: boolean
}

async function change(
  context: TransactionContext,
  userId: string,
  audience: Audience,
  next: (before: NotificationKind[]) => NotificationKind[],
  colleagues: Followed | null = null,
) {
  const { tx, now } = context
  const before = await switchedOff(tx, userId)
  const kinds = next(before)
  const after = notificationKinds.filter((kind) => kinds.includes(kind))
  const follows = colleagues && colleagues.before !== colleagues.after ? colleagues : null
  if (before.join() === after.join() && !follows) return
  const fields = { switched_off: after, changed_at: now, ...(follows ? { colleagues_leads: follows.after } : {}) }
  await tx
    .insertInto('notification_choices')
    .values({ user_id: userId, ...fields })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fields))
    .execute()
  await context.recordEvent({
    name: 'notifications.changed',
    subjectId: userId,
    audience,
    before: { switchedOff: before, ...(follows ? { colleaguesLeads: follows.before } : {}) },
    after: { switchedOff: after, ...(follows ? { colleaguesLeads: follows.after } : {}) },
  })
}

/**
 * Saves the kinds of mail the caller has switched off, and whether they are told about the leads of their colleagues. Refuses
 * `not_allowed` for those who have no colleagues, or do not read their leads.
 */
export async function saveChoices(context: TransactionContext, kinds: NotificationKind[], follows?: boolean): Promise<void> {
  const person = personOf(context)
  const audience = person.kind === 'partner' ? ofPartner(person.partner.id) : staff
  if (follows === undefined) return change(context, person.userId, audience, () => kinds)
  const before = person.kind === 'partner' ? await toldOfColleagues(context.tx, person) : null
  if (before === null) throw new Refusal('not_allowed')
  await change(context, person.userId, audience, () => kinds, { before, after: follows })
}

/** Saves when news of leads are mailed to a person. */
async function changeNews(
  context: TransactionContext,
  userId: string,
  audience: Audience,
  next: (before: NewsChoices) => NewsChoices,
) {
  const { tx, now } = context
  const before = await newsChoices(tx, userId)
  const after = next(before)
  if (newsTimings.every((timing) => before[timing].join() === after[timing].join())) return
  const lists = { news_at_once: [...after.at_once], news_digest: [...after.digest], news_off: [...after.off] }
  const off = await switchedOff(tx, userId)
  await tx
    .insertInto('notification_choices')
    .values({ user_id: userId, switched_off: off, changed_at: now, ...lists })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...lists, changed_at: now }))
    .execute()
  await context.recordEvent({
    name: 'notifications.changed',
    subjectId: userId,
    audience,
    before: { switchedOff: off, news: before },
    after: { switchedOff: off, news: after },
  })
}

/** Saves when the caller gets mail of one kind of news. */
export async function saveNewsTiming(context: TransactionContext, kind: NewsKind, timing: NewsTiming): Promise<void> {
  const { userId } = personOf(context)
  const isPartner = context.actor.kind === 'partner'
  const audience = isPartner ? ofPartner(partnerOf(context).id) : staff
  await changeNews(context, userId, audience, (before) => withTiming(before, kind, timing))
}

/** The kinds that a link of a mail switches off: of the daily mail, all that wait for it. */
function switchedOffBy(kind: NewsMailKind, choices: NewsChoices): readonly NewsKind[] {
  return kind === 'news_digest' ? newsKinds.filter((each) => newsTiming(each, choices) === 'digest') : [kind]
}

/** Switches off one kind of mail for a recipient; ignored if the person is deleted. */
export async function switchOff(
  context: TransactionContext,
  userId: string,
  kind: NotificationKind | NewsMailKind,
): Promise<void> {
  const person = await context.tx
    .selectFrom('profiles as p')
    .leftJoin('user_roles as r', 'r.user_id', 'p.user_id')
    .select('r.role')
    .where('p.user_id', '=', userId)
    .where('p.deleted_at', 'is', null)
    .forUpdate('p')
    .executeTakeFirst()
  if (!person) return
  const { audience } = person.role === 'admin' ? { audience: staff } : await toldToPerson(context.tx, userId)
  if (canSwitchOff(kind)) return change(context, userId, audience, (before) => [...before, kind])
  await changeNews(context, userId, audience, (before) =>
    switchedOffBy(kind, before).reduce<NewsChoices>((choices, each) => withTiming(choices, each, 'off'), before),
  )
}

export async function saveNewsSettings(context: TransactionContext, form: NewsMailSettings): Promise<void> {
  const before = await newsSettings(context.tx)
  const reminderDays = reminderSteps.filter((days) => form.reminderDays.includes(days))
  const after = { digestHour: form.digestHour, reminderDays }
  if (before.digestHour === after.digestHour && before.reminderDays.join() === reminderDays.join()) return
  await context.tx.updateTable('news_settings').set({ digest_hour: after.digestHour, reminder_days: reminderDays }).execute()
  await context.recordEvent({ name: 'news_settings.changed', subjectId: null, audience: staff, before, after })
}
