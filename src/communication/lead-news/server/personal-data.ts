import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

export const leadNewsData: TableEntries = {
  unread_head: nobody('id journal_seq marked_events'),
  unread_leads: {
    of: ['member', 'staff'],
    via: { profiles: 'user_id', leads: 'lead_id' },
    key: 'lead_id',
    why: 'communication',
    period: 'account',
    erase: 'delete',
    show: 'no',
    columns: '',
    facts: 'user_id lead_id since latest_at event_name part',
  },
  news_digests: nobody('user_id day until'),
}
