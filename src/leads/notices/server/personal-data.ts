import type { TableEntries } from '#access/domain/personal-data.ts'

export const leadNoticeData: TableEntries = {
  lead_notices: {
    of: 'client',
    via: { leads: 'lead_id' },
    key: 'lead_id',
    why: 'rights',
    period: 'lead',
    // That somebody was told, when and how, is to be shown later on; why nobody could be told may say more of them.
    erase: 'decide',
    show: 'yes',
    columns: 'reason',
    facts: 'lead_id state due_at inherited queued_at queued_by text_id mailed_at settled_at settled_by how',
  },
}
