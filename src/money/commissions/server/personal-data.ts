import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

export const commissionData: TableEntries = {
  commissions: {
    of: ['client', 'partner'],
    via: { leads: 'lead_id', partners: 'partner_id' },
    why: 'payments',
    period: 'accounting',
    erase: 'keep',
    law: 'books',
    since: 'coalesce(t.paid_on, (coalesce(t.validated_at, t.created_at) at time zone app.time_zone())::date)',
    show: 'read',
    columns: 'description payment_reference',
    but: {
      // Why something waits is no part of the books.
      held_reason: { erase: 'decide', show: 'read' },
      partner_key: { erase: 'follow', show: 'no' },
      lead_key: { erase: 'follow', show: 'no' },
      search_text: { erase: 'follow', show: 'no' },
    },
    facts: `id partner_id lead_id revenue_cents commission_rate tier_name amount_cents status created_at validated_at paid_at
      kind reverses_id payable_by client_payment_id payout_id dispute_state disputed paid_on tier_names rule_id rule_version
      reason`,
  },
  commission_stats: nobody('partner_id status count revenue_cents amount_cents'),
  commission_totals: nobody('month status shard count revenue_cents amount_cents'),
  partner_revenue: nobody('partner_id revenue_cents amount_cents'),
}
