import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

export const resourceData: TableEntries = {
  resources: nobody('id category file_id link min_tier_id created_at version revised_at', 'title description change_note'),
  resource_versions: nobody('resource_id version file_id link published_at replaced_at replaced_by', 'change_note'),
  resource_opens: {
    of: 'member',
    via: { profiles: 'user_id' },
    key: 'resource_id',
    why: 'communication',
    period: 'account',
    erase: 'delete',
    show: 'yes',
    columns: 'opened_at',
    facts: 'user_id resource_id version',
  },
}
