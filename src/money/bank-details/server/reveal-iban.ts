import { sql } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { ofPartner } from '#platform/domain/audience.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Config } from '#platform/server/config.ts'
import type { AttemptLimit } from '#platform/server/http/limits/rate-limits.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'
import { readIban } from './iban-encryption.ts'

/** More than paying by hand takes, and too few to copy everybody's IBAN unnoticed. */
export function revealLimits(userId: string): AttemptLimit[] {
  const words = m.tooManyReveals()
  return [{ key: `IBANs revealed to ${userId}`, max: 20, windowSeconds: 3600, words }]
}

/**
 * Reveals a partner's IBAN to staff and records who did. The database gives the encrypted IBAN only to a transaction that has
 * recorded the event. Refuses `not_found` if there is none, and `iban_unreadable` if it can no longer be decrypted.
 */
export async function revealIban(
  context: TransactionContext,
  config: Pick<Config, 'secret'>,
  partnerId: string,
): Promise<{ iban: string }> {
  const details = await context.tx
    .selectFrom('payment_infos as b')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'b.partner_id')
    .select('b.partner_id')
    .where('b.partner_id', '=', partnerId)
    .where('p.partner_deleted_at', 'is', null)
    .executeTakeFirst()
  if (!details) throw new Refusal('not_found', m.noBankDetails())
  await context.recordEvent({
    name: 'payment_info.iban_revealed',
    subjectId: partnerId,
    audience: ofPartner(partnerId),
  })
  const { encrypted } = await context.tx
    .selectNoFrom(sql<string | null>`app.revealed_iban(${partnerId}::uuid)`.as('encrypted'))
    .executeTakeFirstOrThrow()
  if (encrypted === null) throw new Error('the database has not found the event of this reveal')
  const iban = readIban(config, partnerId, encrypted)
  if (iban === null) throw new Refusal('iban_unreadable', m.ibanUnreadable())
  return { iban }
}
