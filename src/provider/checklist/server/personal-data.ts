import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

export const setupData: TableEntries = {
  setup_checklist: nobody('id tiers_seen_at mail_tested_at dismissed_at', 'mail_error'),
}
