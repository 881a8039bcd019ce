import { sql } from 'kysely'
import { languageNamed, type Reading, readingIn } from '#platform/domain/languages.ts'
import type { Tx } from '#platform/server/db/database.ts'

/**
 * How the receiver of a mail reads: a person's language, else the portal's. What is sent is in French where neither says another
 * one; so is what is sent to people without an account.
 */
export function receiverReading(tx: Tx, userId: string | null): Promise<Reading> {
  return readingOf(tx, sql`${userId}::uuid`)
}

/** How the person of this id reads. */
export async function readingOf(tx: Tx, person: ReturnType<typeof sql>): Promise<Reading> {
  const row = await tx
    .selectFrom('settings')
    .leftJoin('profiles', (join) => join.on('profiles.user_id', '=', sql<string>`${person}`))
    .select(['profiles.language as own', 'settings.language as portal'])
    .executeTakeFirstOrThrow()
  return readingIn(languageNamed(row.own) ?? languageNamed(row.portal) ?? 'specified', 'fr')
}
