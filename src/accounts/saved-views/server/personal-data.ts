import type { TableEntries } from '#access/domain/personal-data.ts'

export const savedViewData: TableEntries = {
  saved_views: {
    of: ['member', 'staff'],
    via: { profiles: 'user_id' },
    why: 'accounts',
    period: 'account',
    erase: 'delete',
    show: 'yes',
    columns: 'page query name',
    facts: 'id user_id saved_at',
    // What somebody searched for may be a client's name.
    mentions: 'query name',
  },
}
