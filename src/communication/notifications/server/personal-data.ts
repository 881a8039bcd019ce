import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

export const notificationData: TableEntries = {
  news_settings: nobody('id digest_hour reminder_days'),
  notification_choices: {
    of: ['member', 'staff'],
    via: { profiles: 'user_id' },
    key: 'user_id',
    why: 'communication',
    period: 'account',
    erase: 'delete',
    show: 'yes',
    columns: 'switched_off news_at_once news_digest news_off colleagues_leads',
    facts: 'user_id changed_at',
  },
}
