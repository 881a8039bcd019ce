import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

export const vigilanceData: TableEntries = {
  vigilance_documents: {
    of: ['partner', 'member'],
    via: { partners: 'partner_id' },
    why: 'vigilance',
    period: 'contract',
    erase: 'keep',
    law: 'vigilance',
    since: 'app.partner_ended(t.partner_id)',
    ends: 'delete',
    show: 'yes',
    columns: 'label security_code refuse_reason',
    mentions: 'refuse_reason',
    facts: 'id partner_id kind status requested_at requested_by received_at file_id issued_on expires_on decided_at decided_by',
  },
  vigilance_reminders: nobody('document_id days_left sent_at'),
}
