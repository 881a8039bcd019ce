import { abilitiesOf } from '#access/domain/abilities.ts'
import type { Membership } from '#access/domain/actor.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { MailContent, Receiver } from '#platform/server/mail/mail-content.ts'
import type { NewsMailSettings } from '../api/news.ts'
import { type NewsChoices, noNewsChoices, reminderSteps } from '../domain/news-mail.ts'
import { mayGet, type NotificationKind } from '../domain/notifications.ts'

/** Somebody of a partner. */
interface Belonging {
  readonly userId: string
  readonly partner: Membership
}

/** Kinds of mail a person has switched off, in the order of the list. */
export async function switchedOff(tx: Tx, userId: string): Promise<NotificationKind[]> {
  const row = await tx.selectFrom('notification_choices').select('switched_off').where('user_id', '=', userId).executeTakeFirst()
  return row?.switched_off ?? []
}

/**
 * Whether somebody of a partner is told about the leads of their colleagues; null for those who have no colleagues, or do not
 * read their leads.
 */
export async function toldOfColleagues(tx: Tx, { userId, partner }: Belonging): Promise<boolean | null> {
  if (!abilitiesOf(partner).includes('all_leads')) return null
  const row = await tx
    .selectFrom('partner_members as m')
    .leftJoin('notification_choices as n', 'n.user_id', 'm.person_id')
    .select('n.colleagues_leads')
    .where('m.person_id', '=', userId)
    .where('m.until', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('partner_members as o')
          .whereRef('o.partner_id', '=', 'm.partner_id')
          .whereRef('o.person_id', '<>', 'm.person_id')
          .where('o.until', 'is', null),
      ),
    )
    .executeTakeFirst()
  return row ? (row.colleagues_leads ?? partner.role === 'owner') : null
}

/** When a person gets news of leads by mail, as far as they chose. */
export async function newsChoices(tx: Tx, userId: string): Promise<NewsChoices> {
  const row = await tx
    .selectFrom('notification_choices')
    .select(['news_at_once', 'news_digest', 'news_off'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ? { at_once: row.news_at_once, digest: row.news_digest, off: row.news_off } : noNewsChoices
}

/** Recipient of mail to a person. */
export async function readReceiver(tx: Tx, userId: string): Promise<Receiver> {
  const row = await tx
    .selectFrom('profiles')
    .select(['full_name', 'email'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { userId, name: row.full_name, address: row.email }
}

/** Filters out mail that its recipient may not receive or has switched off. */
export async function subscribedMails(tx: Tx, mails: readonly MailContent[]): Promise<MailContent[]> {
  const userIds = mails.flatMap(({ to }) => to.userId ?? [])
  // A client's handler asks whether the address wants any.
  if (userIds.length === 0) return [...mails]
  const people = await tx
    .selectFrom('profiles as p')
    .leftJoin('notification_choices as n', 'n.user_id', 'p.user_id')
    .leftJoin('user_roles as r', 'r.user_id', 'p.user_id')
    .leftJoin('partner_members as m', (join) => join.onRef('m.person_id', '=', 'p.user_id').on('m.until', 'is', null))
    .select(['p.user_id', 'p.joined_at', 'p.deleted_at', 'n.switched_off', 'r.role', 'm.partner_id'])
    .where('p.user_id', 'in', userIds)
    .execute()
  const byId = new Map(people.map((person) => [person.user_id, person]))
  return mails.filter((mail) => {
    if (mail.to.userId === null) return true
    const person = byId.get(mail.to.userId)
    if (!person) return false
    const belongs = person.role === 'admin' || person.partner_id !== null
    const receiving = { joined: person.joined_at !== null, deleted: person.deleted_at !== null, belongs }
    return mayGet(mail.kind, { ...receiving, switchedOff: person.switched_off ?? [] })
  })
}

export async function newsSettings(tx: Tx): Promise<NewsMailSettings> {
  const row = await tx.selectFrom('news_settings').select(['digest_hour', 'reminder_days']).executeTakeFirstOrThrow()
  return { digestHour: row.digest_hour, reminderDays: reminderSteps.filter((days) => row.reminder_days.includes(days)) }
}
