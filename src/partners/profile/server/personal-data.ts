import type { TableEntries } from '#access/domain/personal-data.ts'

export const partnerNoteData: TableEntries = {
  partner_notes: {
    of: ['partner', 'member'],
    via: { partners: 'partner_id' },
    why: 'contracts',
    period: 'contract',
    erase: 'decide',
    since: 'app.partner_ended(t.partner_id)',
    ends: 'delete',
    show: 'read',
    columns: 'body',
    facts: 'id partner_id author_id created_at edited_at',
    mentions: 'body',
  },
}
