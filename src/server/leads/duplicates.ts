import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/**
 * The id of the oldest lead in the pipeline with the same e-mail or the same company (compared without case, accents,
 * punctuation and legal form), whoever's it is; null for none. A partner is told that there is one, never which.
 */
export async function knownLead(
  tx: Tx,
  { email, company, exceptId }: { email: string; company: string; exceptId?: string },
): Promise<string | null> {
  const { found } = await tx
    .selectNoFrom(sql<string | null>`app.known_lead(${email}, ${company}, ${exceptId ?? null}::uuid)`.as('found'))
    .executeTakeFirstOrThrow()
  return found
}
