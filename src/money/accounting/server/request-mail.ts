import { partnerReading } from '#access/server/companies.ts'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { writtenIn } from '#platform/domain/languages.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { readAs } from '#platform/server/reading/reading.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import { requestMail } from '../domain/declaration-requests.ts'
import { m } from '../messages/messages.ts'
import { missingNow } from './declaration-queries.ts'

/** The mail that would ask a partner now, as they would read it. Refuses `not_found` if nothing is missing about them. */
export async function dataRequestMail(tx: Tx, year: number, partnerId: string) {
  const missing = await missingNow(tx, partnerId)
  if (missing.length === 0) throw new Refusal('not_found', m.yearNothingMissing())
  const [reading, { full_name: name }, { providerName }] = await Promise.all([
    partnerReading(tx, partnerId),
    tx.selectFrom(partnerContacts.as('p')).select('p.full_name').where('p.partner_id', '=', partnerId).executeTakeFirstOrThrow(),
    currentSettings(tx),
  ])
  return { language: writtenIn(reading), ...readAs(reading, () => requestMail({ name, providerName, year, missing })) }
}
