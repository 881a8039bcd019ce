// What the portal's answer to a change tells beside the lead, so that a page need not ask for it.
import { leadStatuses } from '../../test/default-stages.ts'
import type { Statement, TextRow } from './pipeline.ts'

/** The sums of the caller's columns. */
export const columnSums: Statement = {
  name: 'column sums',
  text: 'select status, sum(count)::bigint, sum(amount_cents)::bigint from lead_stats group by status',
}

/** The commission of a lead, as JSON. */
export const commissionOf = (leadId: string): Statement => ({
  name: 'commission',
  text: `select json_build_object('revenueCents', revenue_cents, 'commissionRate', commission_rate, 'tierName', tier_name,
      'amountCents', amount_cents, 'status', status, 'awaitsClient', status = 'en_attente' and coalesce(
        (select t.commission_basis from lead_terms t where t.lead_id = c.lead_id),
        (select commission_basis from programme_settings)) = 'cash', 'isHeld', held_reason is not null or disputed,
      'payableBy', payable_by, 'paidAt', paid_at)
    from commissions c where lead_id = $1`,
  values: [leadId],
})

/** A lead's JSON with the sums, and with its commission where that was asked for. */
export function withSums(leadJson: string, sums: readonly TextRow[], commission?: readonly TextRow[]): string {
  const byStatus = leadStatuses.map((status) => {
    const [, count = 0, cents = 0] = sums.find(([each]) => each === status) ?? []
    return `{"status":"${status}","count":${count},"amountCents":${cents}}`
  })
  const more = commission ? `,"commission":${commission[0]?.[0] ?? 'null'}` : ''
  return `${leadJson.slice(0, -1)}${more},"byStatus":[${byStatus.join(',')}]}`
}
