import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { contractStep } from '#api/signing.ts'
import { stepNames } from '#api/signing.ts'
import type { Actor } from '#domain/actor.ts'
import type { Tx } from '../db/database.ts'

export type Step = z.infer<typeof contractStep>

const reasoned = z.object({ reason: z.string() })

/** All steps of a contract, oldest first, limited to what the reader may see. */
export async function stepsOf(tx: Tx, contractId: string, reader: Actor): Promise<Step[]> {
  const rows = await tx
    .selectFrom('events as e')
    .leftJoin('profiles as p', 'p.user_id', 'e.actor_id')
    .leftJoin('document_views as v', (join) => join.on(sql<boolean>`v.id = (e.after->>'viewId')::uuid`))
    .select([
      'e.id',
      'e.name',
      'e.occurred_at',
      'e.actor_id',
      'e.after',
      'e.origin',
      'v.pages_shown',
      'v.page_count',
      'p.full_name as by',
    ])
    .where('e.subject_id', '=', contractId)
    .where('e.name', 'in', stepNames)
    .orderBy('e.seq')
    .execute()
  return rows.map((row) => {
    const reason = z.safeParse(reasoned, row.after)
    return {
      id: row.id,
      name: row.name as Step['name'],
      at: row.occurred_at.toISOString(),
      by: row.by,
      reason: reason.success ? reason.data.reason : null,
      pages: row.pages_shown && row.page_count !== null ? { shown: row.pages_shown, of: row.page_count } : null,
      // Partners do not see the address and browser of staff.
      origin: reader.kind === 'partner' && row.actor_id !== reader.userId ? null : row.origin,
    }
  })
}
