import type { Config } from '#platform/server/config.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { contactHashes, type Reached } from './guards.ts'

type Secret = Pick<Config, 'secret'>

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
