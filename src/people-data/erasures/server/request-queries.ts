import { isMailbox } from '#people-data/register/server/find-queries.ts'
import { mailboxOf } from '#platform/domain/mail-domains.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { m } from '../messages/messages.ts'

/** The id of a request whose person is known. Refuses `not_found`. */
export async function checkedRequest(tx: Tx, id: string): Promise<string> {
  const row = await tx
    .selectFrom('people_requests')
    .select('id')
    .where('id', '=', id)
    .where('proved_at', 'is not', null)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found', m.requestGone())
  return row.id
}

/** The open request to be forgotten of the one mailbox that all addresses are; null unless there is exactly one. */
export async function openRequestOf(tx: Tx, addresses: readonly string[]): Promise<string | null> {
  const [address, ...others] = new Set(addresses.map(mailboxOf))
  if (!address || others.length > 0) return null
  const rows = await tx
    .selectFrom('people_requests as t')
    .select('t.id')
    .where('t.wish', '=', 'forget')
    .where('t.proved_at', 'is not', null)
    .where('t.answered_at', 'is', null)
    .where(isMailbox('email', [address]))
    .limit(2)
    .execute()
  return rows.length === 1 ? (rows[0]?.id ?? null) : null
}
