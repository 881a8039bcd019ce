import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

export const leadShareData: TableEntries = { lead_shares: nobody('lead_id partner_id share shared_at shared_by') }
