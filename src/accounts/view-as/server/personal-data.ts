import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

export const viewData: TableEntries = {
  partner_views: nobody('session_id partner_id started_at ends_at person_id'),
}
