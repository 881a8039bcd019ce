import type { TableEntries } from '#access/domain/personal-data.ts'

export const registrationData: TableEntries = {
  lead_registrations: {
    of: 'client',
    via: { leads: 'lead_id' },
    key: 'lead_id',
    why: 'referrals',
    period: 'lead',
    erase: 'decide',
    show: 'read',
    columns: 'message extension_reason extension_answer appeal',
    facts: `lead_id partner_id number seq submitted_at state decided_at decided_by reason merged_into protected_until
      reminded_days extension_state extension_asked_at extension_answered_at appealed_at former_partners decided_for`,
  },
}
