import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

export const webhookData: TableEntries = {
  webhook_endpoints: nobody(
    `id url events enabled secret_encrypted previous_secret_encrypted previous_secret_until created_at created_by failing_since
      disabled_because`,
    'description',
  ),
  webhook_deliveries: {
    of: ['client', 'partner', 'member'],
    via: { events: 'event_id' },
    why: 'security',
    period: 'days',
    erase: 'delete',
    show: 'no',
    // Receivers may repeat what they have looked up.
    columns: 'body answer error',
    facts: `id endpoint_id event_id event_name state created_at attempts tries last_attempt_at next_attempt_at status duration_ms
      problem`,
  },
}
