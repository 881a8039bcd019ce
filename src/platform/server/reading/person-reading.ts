import { languageNamed, type Reading, readingIn } from '#platform/domain/languages.ts'
import type { Tx } from '#platform/server/db/database.ts'

/**
 * How the receiver of a mail or document reads: a person's language, else the portal's. What is sent is in French where neither
 * says another one; so is what clients get, who have no account.
 */
export async function receiverReading(tx: Tx, userId: string | null): Promise<Reading> {
  const row = await tx
    .selectFrom('settings')
    .leftJoin('profiles', (join) => join.on('profiles.user_id', '=', userId))
    .select(['profiles.language as own', 'settings.language as portal'])
    .executeTakeFirstOrThrow()
  return readingIn(languageNamed(row.own) ?? languageNamed(row.portal) ?? 'specified', 'fr')
}
