import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

const brought = { of: ['client', 'member', 'staff'], why: 'referrals', period: 'days' } as const

export const importData: TableEntries = {
  imports: {
    ...brought,
    of: ['member', 'staff'],
    via: { profiles: 'brought_by undone_by' },
    erase: 'keep',
    law: 'claims',
    show: 'yes',
    columns: 'file_name',
    facts: `id kind state brought_by partner_id file_hash tool row_count settings confirmed mark counts created_at applied_at
      ended_at undone_at undone_by`,
    mentions: 'file_name',
  },
  // What is staged goes after a month, whether it was applied or not.
  import_rows: {
    ...brought,
    via: { leads: 'record_id', profiles: 'record_id', client_payments: 'record_id', address: 'cells.email' },
    key: 'record_id',
    erase: 'delete',
    show: 'no',
    columns: 'cells read messages marks',
    facts: 'import_id number outcome row_key content record_id',
    mentions: 'cells read messages',
  },
  // Hashes of what was brought, by which the same row is known again.
  imported_rows: nobody('kind scope row_key content record_id import_id'),
  import_mappings: {
    ...brought,
    of: ['member', 'staff'],
    via: { profiles: 'saved_by' },
    why: 'accounts',
    period: 'account',
    erase: 'delete',
    show: 'no',
    columns: 'titles mapping',
    facts: 'id kind partner_id titles_hash saved_by saved_at',
  },
}
