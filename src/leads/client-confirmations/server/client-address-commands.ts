import { sql } from 'kysely'
import { system } from '#access/domain/actor.ts'
import { addressHash, hashText, writtenHash } from '#leads/refused-contacts/server/commands.ts'
import { companyDomain, mailboxOf } from '#platform/domain/mail-domains.ts'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Portal } from '#platform/server/portal.ts'
import type { ClientDenial } from '../domain.ts'

type Secret = Pick<Config, 'secret'>

/** Days after which a count of mails begins anew, as in `app.claim_client_mail`. */
const countedDays = 7

/**
 * Counts a mail to an address for a partner. False if it is the partner's own, wants none or has denied this partner, if
 * mailbox, domain or partner had as many lately as anybody has, or if nobody knows any more who wants none.
 */
export async function claimClientMail(
  tx: Tx,
  secret: Secret,
  { partnerId, email }: { readonly partnerId: string; readonly email: string },
  now: Date,
): Promise<boolean> {
  if (await isOwnMailbox(tx, partnerId, email)) return false
  const domain = companyDomain(email)
  const domainHash = domain === '' ? null : hashText(secret, `domain ${domain}`)
  const [address, writtenForm] = [addressHash(secret, email), writtenHash(secret, email)]
  const claim = sql<boolean>`case when app.client_list_holds()
    then app.claim_client_mail(${address}, ${writtenForm}, ${domainHash}, ${partnerId}::uuid, ${now}) else false end`
  return (await tx.selectNoFrom(claim.as('claimed')).executeTakeFirstOrThrow()).claimed
}

/** Whether an address belongs to the partner, who could otherwise confirm their own leads. */
async function isOwnMailbox(tx: Tx, partnerId: string, email: string): Promise<boolean> {
  const { rows } = await sql<{ address: string }>`select app.addresses_of(${partnerId}) as address`.execute(tx)
  return rows.some(({ address }) => mailboxOf(address) === mailboxOf(email))
}

/** Whether an address wants no such mail; for the system alone. */
export async function wantsNoMail(tx: Tx, secret: Secret, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('client_addresses')
    .select('never_since')
    .where('address_hash', 'in', [addressHash(secret, email), writtenHash(secret, email)])
    .where('never_since', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The denial of a partner by a mailbox; undefined without one. Staff, the system and that partner may read it. */
export function denialOf(tx: Tx, secret: Secret, { partnerId, email }: { readonly partnerId: string; readonly email: string }) {
  return tx
    .selectFrom('client_denials')
    .select(['answer', 'denied_at'])
    .where('address_hash', '=', addressHash(secret, email))
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
}

/** Stores the first denial of a mailbox as the system; it outlives its lead. */
export async function keepDenial(
  tx: Tx,
  hash: string,
  denial: { readonly partnerId: string; readonly answer: ClientDenial; readonly at: Date },
): Promise<void> {
  await tx
    .insertInto('client_denials')
    .values({ address_hash: hash, partner_id: denial.partnerId, answer: denial.answer, denied_at: denial.at })
    .onConflict((conflict) => conflict.columns(['address_hash', 'partner_id']).doNothing())
    .execute()
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

/** Deletes addresses that got no mail lately; those that want none are kept. */
export async function sweepClientAddresses({ database, clock }: Pick<Portal, 'database' | 'clock'>): Promise<void> {
  const oldest = new Date(clock.now().getTime() - countedDays * 86_400_000)
  await database.asActor(system, async (tx) => {
    await tx.deleteFrom('client_addresses').where('never_since', 'is', null).where('mails_since', '<', oldest).execute()
    await tx.deleteFrom('client_mail_counts').where('mails_since', '<', oldest).execute()
  })
}
