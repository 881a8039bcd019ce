import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

export const payoutFileData: TableEntries = {
  payout_files: nobody(
    `id sha256 message_id format execute_on batch_booking instant line_count total_cents file_id created_by created_at
      replaces_id withdrawn_at withdrawn_by`,
    'withdraw_reason',
  ),
  payout_file_lines: {
    of: ['partner', 'member'],
    via: { payouts: 'payout_id' },
    why: 'payments',
    period: 'accounting',
    erase: 'keep',
    law: 'books',
    show: 'yes',
    columns: 'holder payee_name reasons',
    facts: `id payout_file_id position payout_id end_to_end_id instruction_id total_cents state bank_status payee_match held_out
      changed_at bank_reasons problems`,
  },
}
