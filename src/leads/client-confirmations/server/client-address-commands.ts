import { sql } from 'kysely'
import { system } from '#platform/domain/actor.ts'
import type { ClientDenial } from '../domain.ts'
import { companyDomain, mailboxOf } from '#platform/domain/mail-domains.ts'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Portal } from '#platform/server/portal.ts'
import { sign } from '#platform/server/secrets/hmac.ts'

type Secret = Pick<Config, 'secret'>

/** Days after which a count of mails begins anew, as in `app.claim_client_mail`. */
const countedDays = 7

/** What a mailbox is known by in `client_addresses`: without the portal's secret nobody can tell whose it is. */
export function addressHash(secret: Secret, email: string): string {
  return hashOf(secret, mailboxOf(email))
}

function hashOf({ secret }: Secret, text: string): string {
  return sign(secret, 'client-address', text)
}

/** Earlier versions knew an address by this hash of it as it is written. */
const writtenHash = (secret: Secret, email: string) => hashOf(secret, email.toLowerCase())

/**
 * Counts a mail to an address for a partner. False if it is the partner's own, wants none or has denied this partner, or if
 * mailbox, domain or partner had as many lately as anybody has.
 */
export async function claimClientMail(
  tx: Tx,
  secret: Secret,
  { partnerId, email }: { readonly partnerId: string; readonly email: string },
  now: Date,
): Promise<boolean> {
  if (await isOwnMailbox(tx, partnerId, email)) return false
  const domain = companyDomain(email)
  const domainHash = domain === '' ? null : hashOf(secret, `domain ${domain}`)
  const [address, written] = [addressHash(secret, email), writtenHash(secret, email)]
  const claim = sql<boolean>`app.claim_client_mail(${address}, ${written}, ${domainHash}, ${partnerId}::uuid, ${now})`
  return (await tx.selectNoFrom(claim.as('claimed')).executeTakeFirstOrThrow()).claimed
}

/** Whether an address is of a mailbox of the partner's own, by which nobody confirms anything. */
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

/** That a mailbox has denied what a partner says of it; undefined if it has not. For staff, the system and the partner. */
export function denialOf(tx: Tx, secret: Secret, { partnerId, email }: { readonly partnerId: string; readonly email: string }) {
  return tx
    .selectFrom('client_denials')
    .select(['answer', 'denied_at'])
    .where('address_hash', '=', addressHash(secret, email))
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
}

/** Keeps the first denial of a mailbox apart from its lead, as the system. */
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

/** Forgets what got nothing lately; addresses that want no mail stay. */
export async function sweepClientAddresses({ database, clock }: Pick<Portal, 'database' | 'clock'>): Promise<void> {
  const oldest = new Date(clock.now().getTime() - countedDays * 86_400_000)
  await database.asActor(system, async (tx) => {
    await tx.deleteFrom('client_addresses').where('never_since', 'is', null).where('mails_since', '<', oldest).execute()
    await tx.deleteFrom('client_mail_counts').where('mails_since', '<', oldest).execute()
  })
}
