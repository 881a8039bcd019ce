import type { TableEntries } from '#access/domain/personal-data.ts'

/** What was said of it stands in `lead_comments`. */
export const disputeData: TableEntries = {
  disputes: {
    of: 'partner',
    via: { partners: 'partner_id', leads: 'lead_id' },
    why: 'payments',
    period: 'accounting',
    erase: 'keep',
    law: 'claims',
    since: '(t.closed_at at time zone app.time_zone())::date',
    show: 'yes',
    columns: '',
    facts: 'id partner_id kind commission_id lead_id expected_cents state opened_at answered_at answered_by closed_at closed_by',
  },
}
