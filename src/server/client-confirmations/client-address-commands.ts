import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Tx } from '../db/database.ts'
import type { Portal } from '../portal.ts'
import { sign } from '../secrets/hmac.ts'

/** Days after which a count of mails begins anew, as in `app.claim_client_mail`. */
const countedDays = 7

/** What an address is known by in `client_addresses`: without the portal's secret nobody can tell whose it is. */
export function addressHash({ secret }: Pick<Config, 'secret'>, email: string): string {
  return sign(secret, 'client-address', email.toLowerCase())
}

/** Counts a mail to an address; false if it wants none, or got as many lately as anybody gets. */
export async function claimClientMail(tx: Tx, addressHash: string, now: Date): Promise<boolean> {
  const claimed = sql<boolean>`app.claim_client_mail(${addressHash}, ${now})`.as('claimed')
  return (await tx.selectNoFrom(claimed).executeTakeFirstOrThrow()).claimed
}

/** Whether an address wants no such mail; for the system alone. */
export async function wantsNoMail(tx: Tx, addressHash: string): Promise<boolean> {
  const row = await tx
    .selectFrom('client_addresses')
    .select('never_since')
    .where('address_hash', '=', addressHash)
    .executeTakeFirst()
  return row?.never_since != null
}

/** Ends all such mail to an address, whoever asks for it. */
export async function endClientMail(tx: Tx, addressHash: string, now: Date): Promise<void> {
  await tx
    .insertInto('client_addresses')
    .values({ address_hash: addressHash, mails_since: now, never_since: now })
    .onConflict((conflict) =>
      conflict.column('address_hash').doUpdateSet({ never_since: now }).where('client_addresses.never_since', 'is', null),
    )
    .execute()
}

/** Forgets addresses that got nothing lately; those that want no mail stay. */
export async function sweepClientAddresses({ database, clock }: Pick<Portal, 'database' | 'clock'>): Promise<void> {
  const oldest = new Date(clock.now().getTime() - countedDays * 86_400_000)
  await database.asActor({ kind: 'system' }, (tx) =>
    tx.deleteFrom('client_addresses').where('never_since', 'is', null).where('mails_since', '<', oldest).execute(),
  )
}
