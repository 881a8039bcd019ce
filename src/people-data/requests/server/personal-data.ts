import type { TableEntries } from '#access/domain/personal-data.ts'

const ofRequest = {
  of: ['client', 'partner', 'member', 'staff', 'visitor'],
  why: 'rights',
  period: 'request',
  erase: 'keep',
  law: 'accountability',
  ends: 'delete',
} as const

export const requestData: TableEntries = {
  people_requests: {
    ...ofRequest,
    via: { address: 'email' },
    since: 't.answered_at',
    show: 'yes',
    columns: 'email name phone message report extension_reason',
    // A note of staff for staff: how they made sure who somebody is.
    but: { recognised: { show: 'no' } },
    facts: `id wish channel outcome received_at expires_at proved_at entered_by due_at extended_at answered_at answered_by
      open_until refused_at`,
  },
  people_request_choices: {
    ...ofRequest,
    via: { people_requests: 'request_id' },
    since: '(select r.answered_at from people_requests r where r.id = t.request_id)',
    key: 'item',
    show: 'no',
    columns: 'reason',
    facts: 'request_id item shown decided_by decided_at',
  },
}
