import { sql } from 'kysely'
import type { Role } from '#platform/domain/actor.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Receiver } from '#platform/server/mail/email.ts'
import { type NewsChoices, noNewsChoices } from '../domain/news.ts'

/** A person who may get news by mail. */
export interface NewsMailReader {
  readonly to: Receiver
  readonly role: Role
  /** A partner whose contract is not signed, who cannot open a lead. */
  readonly isLocked: boolean
  readonly choices: NewsChoices
}

/** The people with these ids, or all staff. */
export async function newsReaders(tx: Tx, people: { readonly ids: readonly string[] } | 'staff'): Promise<NewsMailReader[]> {
  const query = tx
    .selectFrom('profiles as p')
    .leftJoin('user_roles as r', 'r.user_id', 'p.user_id')
    .leftJoin('notification_choices as n', 'n.user_id', 'p.user_id')
    .select(['p.user_id', 'p.full_name', 'p.email', 'r.role', 'n.news_at_once', 'n.news_digest', 'n.news_off'])
    .where('p.deleted_at', 'is', null)
    .where('p.joined_at', 'is not', null)
    .select(sql<boolean>`(r.role is distinct from 'admin' and not app.contract_signed(p.user_id))`.as('is_locked'))
    .where(sql<boolean>`coalesce(r.role, 'partner') in ('admin', 'partner')`)
    .orderBy('p.created_at')
  const rows = await (people === 'staff'
    ? query.where('r.role', '=', 'admin')
    : query.where('p.user_id', 'in', people.ids)
  ).execute()
  return rows.map((row) => ({
    to: { userId: row.user_id, name: row.full_name, address: row.email },
    role: row.role === 'admin' ? 'admin' : 'partner',
    isLocked: row.is_locked,
    choices: row.news_at_once
      ? { at_once: row.news_at_once, digest: row.news_digest ?? [], off: row.news_off ?? [] }
      : noNewsChoices,
  }))
}
