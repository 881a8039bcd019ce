import { sql } from 'kysely'
import { currentReading, type Reading, readingIn } from '#platform/domain/languages.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { readingOf } from '#platform/server/reading/person-reading.ts'
import { readAs } from '#platform/server/reading/reading.ts'

/** The partner that somebody belongs to, or belonged to last; staff who never were a partner have none. */
export async function companyOf(tx: Tx, personId: string): Promise<{ readonly partnerId?: string }> {
  const member = await tx
    .selectFrom('partner_members')
    .select('partner_id')
    .where('person_id', '=', personId)
    .orderBy('since', 'desc')
    .limit(1)
    .executeTakeFirst()
  return member ? { partnerId: member.partner_id } : {}
}

/** How a partner reads what is written to the company, such as a statement: as its main person does. */
export function partnerReading(tx: Tx, partnerId: string): Promise<Reading> {
  return readingOf(tx, sql`(select main_person_id from partners where id = ${partnerId})`)
}

/** Does work whose texts are kept for a partner: they are in the language of the partners' side, whoever asks for it. */
export const readAsPartners = <T>(work: () => T): T => readAs(readingIn(currentReading().language, 'fr'), work)
