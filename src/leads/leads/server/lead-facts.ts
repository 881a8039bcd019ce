import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'

/**
 * Compares what the database keeps on each lead, of its registration, its client's word and its commission, with the tables
 * that it comes from, and sets it right. Returns how many leads were wrong: none, unless somebody changed rows with triggers
 * switched off.
 */
export async function repairLeadFacts(tx: Tx): Promise<number> {
  const { rows } = await sql<{ repaired: number }>`select app.repair_lead_facts() as repaired`.execute(tx)
  return rows[0]?.repaired ?? 0
}
