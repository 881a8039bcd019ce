import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

/** What was erased says of nobody who they were. */
export const erasureData: TableEntries = {
  erasures: nobody(
    'id user_id period planned_by planned_at due_at stopped_by stopped_at listed_at done_at told_at plan report request_id',
  ),
  erasure_leads: nobody('erasure_id lead_id partner_id sole_trader outcome'),
  erasure_mentions: nobody(
    'id erasure_id table_name column_name key_column row_key decision decided_by decided_at decided_text emptied_at',
  ),
}
