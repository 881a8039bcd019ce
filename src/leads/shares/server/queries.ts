import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'
import { keptQuery } from '#platform/server/db/kept-query.ts'
import type { LeadPart, ShareInList } from '../domain.ts'

/** Whom a lead is shared with beside its own partner, in a fixed order, as far as the caller sees them: hundredths of a percent. */
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

/** Whether a lead `l` is one of the few that are shared, which are looked up once for a query: most leads need no more of it. */
const isShared = sql`l.id = any(array(select of_all.lead_id from lead_shares of_all))`

/** The share of a lead `l` in a list; null for one that is not shared. The policies decide whose parts the caller reads. */
export const shareInListColumn = sql<ShareInList | null>`case when ${isShared} then (
  select jsonb_build_object('isOthers', bool_or(s.partner_id = app.partner_id()),
    'percent', trim_scale(coalesce(max(s.share) filter (where s.partner_id = app.partner_id()), 10000 - sum(s.share)) / 100.0))
  from lead_shares s where s.lead_id = l.id having count(*) > 0) end`.as('share')

/** Everybody who earns on a lead `l`, its own partner first; null for one that is not shared. */
export const partsOfLead = sql<readonly LeadPart[] | null>`case when ${isShared} then app.partners_of_lead(l.id) end`.as('parts')

export async function readParts(tx: Tx, leadId: string): Promise<readonly LeadPart[]> {
  const { parts } = await tx
    .selectNoFrom(sql<readonly LeadPart[] | null>`app.partners_of_lead(${leadId}::uuid)`.as('parts'))
    .executeTakeFirstOrThrow()
  return parts ?? []
}
