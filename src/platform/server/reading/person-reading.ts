import { sql } from 'kysely'
import { languageNamed, type Reading, readingIn } from '#platform/domain/languages.ts'
import type { Tx } from '#platform/server/db/database.ts'

/**
 * How the receiver of a mail reads: a person's language, else the portal's. What is sent is in French where neither says another
 * one; so is what clients get, who have no account.
 */
export function receiverReading(tx: Tx, userId: string | null): Promise<Reading> {
  return readingOf(tx, sql`${userId}::uuid`)
}

/** How a partner reads what is written to the company, such as a statement: as its main person does. */
export function partnerReading(tx: Tx, partnerId: string): Promise<Reading> {
  return readingOf(tx, sql`(select main_person_id from partners where id = ${partnerId})`)
}

async function readingOf(tx: Tx, person: ReturnType<typeof sql>): Promise<Reading> {
  const row = await tx
    .selectFrom('settings')
    .leftJoin('profiles', (join) => join.on('profiles.user_id', '=', sql<string>`${person}`))
    .select(['profiles.language as own', 'settings.language as portal'])
    .executeTakeFirstOrThrow()
  return readingIn(languageNamed(row.own) ?? languageNamed(row.portal) ?? 'specified', 'fr')
}
