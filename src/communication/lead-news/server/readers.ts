import { sql } from 'kysely'
import type { Role } from '#access/domain/actor.ts'
import { type NewsChoices, noNewsChoices } from '#communication/notifications/domain/news-mail.ts'
import { toldPeople } from '#communication/notifications/server/told-queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { EventRecord } from '#platform/server/events/event-record.ts'
import type { Receiver } from '#platform/server/mail/mail-content.ts'

/** A person who may get news by mail. */
export interface NewsMailReader {
  readonly to: Receiver
  readonly role: Role
  /** The partner that the person belongs to; null for staff. */
  readonly partnerId: string | null
  /** A partner whose contract is not signed, who cannot open a lead. */
  readonly isLocked: boolean
  readonly choices: NewsChoices
}

type People = { readonly ids: readonly string[] } | { readonly partnerId: string } | 'staff'

/** The people with these ids, those of a partner, or all staff. */
export async function newsReaders(tx: Tx, people: People): Promise<NewsMailReader[]> {
  const query = tx
    .selectFrom('profiles as p')
    .leftJoin('user_roles as r', 'r.user_id', 'p.user_id')
    .leftJoin('partner_members as b', (join) => join.onRef('b.person_id', '=', 'p.user_id').on('b.until', 'is', null))
    .leftJoin('notification_choices as n', 'n.user_id', 'p.user_id')
    .select('b.partner_id')
    .select(['p.user_id', 'p.full_name', 'p.email', 'r.role', 'n.news_at_once', 'n.news_digest', 'n.news_off'])
    .where('p.deleted_at', 'is', null)
    .where('p.joined_at', 'is not', null)
    .select(sql<boolean>`(r.role is distinct from 'admin' and not app.contract_signed(b.partner_id))`.as('is_locked'))
    .where(sql<boolean>`(r.role = 'admin' or b.partner_id is not null)`)
    .orderBy('p.created_at')
  const rows = await (people === 'staff'
    ? query.where('r.role', '=', 'admin')
    : 'ids' in people
      ? query.where('p.user_id', 'in', people.ids)
      : query.where('b.partner_id', '=', people.partnerId).where(sql<boolean>`r.role is distinct from 'admin'`)
  ).execute()
  return rows.map((row) => ({
    to: { userId: row.user_id, name: row.full_name, address: row.email },
    role: row.role === 'admin' ? 'admin' : 'partner',
    partnerId: row.role === 'admin' ? null : row.partner_id,
    isLocked: row.is_locked,
    choices: row.news_at_once
      ? { at_once: row.news_at_once, digest: row.news_digest ?? [], off: row.news_off ?? [] }
      : noNewsChoices,
  }))
}

/** The people of a partner whom news of each of these leads concern. */
export async function concernedByLead(
  tx: Tx,
  { name, partnerId }: Pick<EventRecord, 'name' | 'partnerId'>,
  leadIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const concerned = new Map<string, ReadonlySet<string>>()
  for (const leadId of leadIds) {
    const told = await toldPeople(tx, { name, partnerId: partnerId ?? '', leadId })
    concerned.set(leadId, new Set(told.map(({ userId }) => userId)))
  }
  return concerned
}

/** Whether the one who did it acts, or acted, for the partner that it is about. */
export async function actsFor(tx: Tx, event: Pick<EventRecord, 'actorId' | 'partnerId'>): Promise<boolean> {
  const { actorId, partnerId } = event
  const { rows } = await sql<{ acts: boolean }>`select app.acts_for(${actorId}::uuid, ${partnerId}::uuid) as acts`.execute(tx)
  return rows[0]?.acts ?? false
}
