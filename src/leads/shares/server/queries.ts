import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'
import { keptQuery } from '#platform/server/db/kept-query.ts'
import type { LeadPart, ShareInList } from '../domain.ts'

/** Whom a lead is shared with beside its own partner, in a fixed order, as the caller sees them; in hundredths of a percent. */
export function readShares(tx: Tx, leadId: string): Promise<{ partner_id: string; share: number }[]> {
  return tx
    .selectFrom('lead_shares')
    .select(['partner_id', 'share'])
    .where('lead_id', '=', leadId)
    .orderBy('shared_at')
    .orderBy('partner_id')
    .execute()
}

const sharedWithCaller = keptQuery<object, { ids: readonly string[] }>(
  () => sql<{ ids: readonly string[] }>`select app.shared_leads() as ids`,
)

/** The leads that others share with the calling partner. */
export async function sharedLeadIds(tx: Tx): Promise<readonly string[]> {
  const [row] = await sharedWithCaller(tx, {})
  return row?.ids ?? []
}

/** The share of a lead `l` in a list; null for one that is not shared. */
export const shareInListColumn = sql<ShareInList | null>`case when l.shared then app.share_in_list(l.id) end`.as('share')

/** Everybody who earns on a lead `l`, its own partner first; null for one that is not shared. */
export const partsOfLead = sql<readonly LeadPart[] | null>`case when l.shared then app.partners_of_lead(l.id) end`.as('parts')

export async function readParts(tx: Tx, leadId: string): Promise<readonly LeadPart[]> {
  const { parts } = await tx
    .selectNoFrom(sql<readonly LeadPart[] | null>`app.partners_of_lead(${leadId}::uuid)`.as('parts'))
    .executeTakeFirstOrThrow()
  return parts ?? []
}
