import { sql } from 'kysely'
import { staff } from '#access/domain/audience.ts'
import { partnerOf } from '#access/server/acting.ts'
import { mailboxOf } from '#platform/domain/mail-domains.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { NewEvent } from '#platform/server/events/event-record.ts'
import { RecordedRefusal } from '#platform/server/events/recorded-refusal.ts'
import type { Portal } from '#platform/server/portal.ts'
import { sign } from '#platform/server/secrets/hmac.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { phoneKey } from '../domain.ts'
import { m } from '../messages/messages.ts'

type Secret = Pick<Config, 'secret'>

/** How a person is reached: what is not known is empty. */
export interface Reached {
  readonly email: string
  readonly phone: string
}

/** A keyed hash of `client_addresses`. Pseudonymous: whoever has the portal’s secret can tell whether it is that of a text. */
export function hashText({ secret }: Secret, text: string): string {
  return sign(secret, 'client-address', text)
}

/** The hash that identifies a mailbox. */
export const addressHash = (secret: Secret, email: string) => hashText(secret, mailboxOf(email))

/** Earlier versions hashed the address as it was typed, without reducing it to its mailbox. */
export const writtenHash = (secret: Secret, email: string) => hashText(secret, email.toLowerCase())

/** The hash that identifies a telephone; null for none. */
export function phoneHash(secret: Secret, phone: string): string | null {
  const key = phoneKey(phone)
  return key === '' ? null : hashText(secret, `phone ${key}`)
}

/** Mailbox and telephone of a contact, as far as it has them. */
export function contactHashes(secret: Secret, { email, phone }: Reached): string[] {
  const number = phoneHash(secret, phone)
  return [...(email === '' ? [] : [addressHash(secret, email)]), ...(number === null ? [] : [number])]
}

/** Whether each of these contacts wants to be in no lead, in their order. */
export async function areRefused(tx: Tx, secret: Secret, contacts: readonly Reached[]): Promise<boolean[]> {
  const hashes = contacts.map((contact) => contactHashes(secret, contact))
  const { rows } = await sql<{ hash: string }>`select app.refused_contacts(${hashes.flat()}::text[]) as hash`.execute(tx)
  const refused = new Set(rows.map(({ hash }) => hash))
  return hashes.map((own) => own.some((hash) => refused.has(hash)))
}

/** Of a partner who named contacts that are refused. */
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
export async function checkContact({ tx, actor, portal }: Naming, contact: Reached): Promise<void> {
  const [isRefused] = await areRefused(tx, portal.config, [contact])
  if (isRefused) throw contactRefused(actor.kind === 'partner' ? partnerOf({ actor }).id : null)
}

export function contactRefused(partnerId: string | null): Refusal {
  if (partnerId === null) return new Refusal('contact_refused', m.contactRefused)
  return new RecordedRefusal('contact_refused', m.contactRefused, refusedEvent(partnerId, 1))
}

/** The same for a change of a lead: what it has already stays. */
export async function checkChangedContact(call: Naming, leadId: string, { email, phone }: Partial<Reached>): Promise<void> {
  if (email === undefined && phone === undefined) return
  const lead = await call.tx.selectFrom('leads').select(['email', 'phone']).where('id', '=', leadId).executeTakeFirst()
  if (!lead) return
  const changed = (now: string | undefined, before: string) => (now === undefined || now === before ? '' : now)
  await checkContact(call, { email: changed(email, lead.email), phone: changed(phone, lead.phone) })
}
