import { sql } from 'kysely'
import { staff } from '#access/domain/audience.ts'
import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { partnerOf } from '#access/server/acting.ts'
import type { Words } from '#platform/domain/languages.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { NewEvent } from '#platform/server/events/event-record.ts'
import { RecordedRefusal } from '#platform/server/events/recorded-refusal.ts'
import type { Portal } from '#platform/server/portal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'
import { contactHashes, type Reached, traderHash } from './commands.ts'

type Secret = Pick<Config, 'secret'>

interface Named extends Reached {
  readonly company?: string
}

/**
 * Whether each of these contacts wants to be in no lead, in their order. Until the transaction ends, their companies are compared
 * with those of erased sole traders: to be called before leads are compared or added.
 */
export async function areRefused(tx: Tx, secret: Secret, contacts: readonly Named[]): Promise<boolean[]> {
  const hashes = contacts.map((contact) => contactHashes(secret, contact))
  const companies = contacts.map(({ company = '' }) => company)
  const { rows } = await sql<{ hash: string | null; key: string | null }>`
    select h as hash, null as key from app.refused_contacts(${hashes.flat()}::text[]) h
    union all select null, k from app.trader_keys(${companies}::text[]) k`.execute(tx)
  const refused = new Set(rows.map(({ hash }) => hash))
  await knowTraders(
    tx,
    secret,
    rows.flatMap(({ key }) => key ?? []),
  )
  return hashes.map((own) => own.some((hash) => refused.has(hash)))
}

/** The companies, by their keys, that are to be compared with erased sole traders; none where there are none. */
export async function traderKeys(tx: Tx, company: string): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string }>`select app.trader_keys(${[company]}::text[]) as key`.execute(tx)
  return rows.map(({ key }) => key)
}

/** Has them compared until the transaction ends, which in a read is with the statements that are sent along. */
export async function knowTraders(tx: Tx, secret: Secret, keys: readonly string[]): Promise<void> {
  const hashes = keys.map((key) => traderHash(secret, key))
  if (keys.length > 0) await sql`select app.know_traders(${[...keys]}::text[], ${hashes}::text[])`.execute(tx)
}

/** Whether the list is that of the secret of now: with another one nobody knows who wants no mail, and clients get none. */
export async function clientListHolds(tx: Tx): Promise<boolean> {
  const { holds } = await tx.selectNoFrom(sql<boolean>`app.client_list_holds()`.as('holds')).executeTakeFirstOrThrow()
  return holds
}

/** What is recorded of a partner who named contacts that are refused. */
export const refusedEvent = (partnerId: string, count: number): NewEvent<'contact.refused'> => ({
  name: 'contact.refused',
  subjectId: partnerId,
  audience: staff,
  partnerId,
  after: { count },
})

/** A request that names the contact of a lead. */
type Naming = Pick<TransactionContext, 'tx' | 'actor'> & { readonly portal: Pick<Portal, 'config'> }

/** Refuses `contact_refused` for one that wants to be in no lead, in words that name nobody; staff learn of partners' tries. */
export async function checkContact({ tx, actor, portal }: Naming, contact: Named): Promise<void> {
  const [isRefused] = await areRefused(tx, portal.config, [contact])
  if (isRefused) throw contactRefused(actor.kind === 'partner' ? partnerOf({ actor }).id : null)
}

export function contactRefused(partnerId: string | null, words: Words = m.contactRefused): Refusal {
  if (partnerId === null) return new Refusal('contact_refused', words)
  return new RecordedRefusal('contact_refused', words, refusedEvent(partnerId, 1))
}

/** The same for a partner's link, by which somebody leaves their own details: with where they ask for what they want now. */
export const ownContactRefused = (partnerId: string, { publicUrl }: Pick<Config, 'publicUrl'>): Refusal =>
  contactRefused(partnerId, m.ownContactRefused({ address: `${publicUrl}${visitorPaths.privacyRequest}` }))

/** The same for a change of a lead: what it has already stays. */
export async function checkChangedContact(
  call: Naming,
  leadId: string,
  { email, phone, company = '' }: Partial<Named>,
): Promise<void> {
  if (email === undefined && phone === undefined && company === '') return
  const lead = await call.tx.selectFrom('leads').select(['email', 'phone']).where('id', '=', leadId).executeTakeFirst()
  if (!lead) return
  const changed = (now: string | undefined, before: string) => (now === undefined || now === before ? '' : now)
  await checkContact(call, { email: changed(email, lead.email), phone: changed(phone, lead.phone), company })
}
