import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'

const purpose = 7_277_468

/**
 * Lets commands that add or find a record by this external id pass one after the other until the transaction ends, so that the
 * second one finds what the first one has added. To be called before anything else is locked.
 */
export async function holdExternalId(tx: Tx, kind: string, externalId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${purpose}, hashtext(${`${kind} ${externalId}`}))`.execute(tx)
}
