import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

export const announcementData: TableEntries = {
  announcements: nobody(
    'id link ends_on audience tier_name published_at published_by withdrawn_at withdrawn_by tier_names',
    'title body',
  ),
  announcement_recipients: {
    of: 'member',
    via: { profiles: 'user_id' },
    key: 'announcement_id',
    why: 'communication',
    period: 'account',
    erase: 'delete',
    show: 'yes',
    columns: 'read_at',
    facts: 'announcement_id user_id',
  },
}
