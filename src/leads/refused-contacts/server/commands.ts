import { mailboxOf } from '#platform/domain/mail-domains.ts'
import type { Config } from '#platform/server/config.ts'
import { sign } from '#platform/server/secrets/hmac.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { phoneKeys } from '../domain.ts'

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

/** The hash by which an erased sole trader's company, by its key, is known again; '' for none. */
export const traderHash = ({ secret }: Secret, companyKey: string) =>
  companyKey === '' ? '' : sign(secret, 'company', companyKey)

/** The same for the domain of their mailbox. */
export const traderDomainHash = (secret: Secret, domain: string) => traderHash(secret, domain && `@${domain}`)

/** The hash that identifies a mailbox. */
export const addressHash = (secret: Secret, email: string) => hashText(secret, mailboxOf(email))

/** Earlier versions hashed the address as it was typed, without reducing it to its mailbox. */
export const writtenHash = (secret: Secret, email: string) => hashText(secret, email.toLowerCase())

/** The hashes that identify mailbox and telephones of a contact, as far as it has them. */
export function contactHashes(secret: Secret, { email, phone }: Reached): string[] {
  const numbers = phoneKeys(phone).map((key) => hashText(secret, `phone ${key}`))
  return [...(email === '' ? [] : [addressHash(secret, email)]), ...numbers]
}

/** Refuses a contact from now on, in every lead and every mail to clients, as the system. */
export async function refuseContact({ tx, now }: TransactionContext, secret: Secret, contact: Reached): Promise<void> {
  const rows = contactHashes(secret, contact).map((address_hash) => ({
    address_hash,
    mails_since: now,
    never_since: now,
    refused_since: now,
  }))
  if (rows.length === 0) return
  await tx
    .insertInto('client_addresses')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('address_hash').doUpdateSet(({ fn, ref }) => ({
        never_since: fn.coalesce('client_addresses.never_since', ref('excluded.never_since')),
        refused_since: fn.coalesce('client_addresses.refused_since', ref('excluded.refused_since')),
      })),
    )
    .execute()
}

/** Lets a contact be registered and mailed again: the person has changed their mind. As the system. */
export async function allowContact({ tx }: TransactionContext, secret: Secret, contact: Reached): Promise<void> {
  const hashes = contactHashes(secret, contact)
  if (hashes.length === 0) return
  await tx
    .updateTable('client_addresses')
    .set({ never_since: null, refused_since: null })
    .where('address_hash', 'in', hashes)
    .execute()
}
