import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

export const payoutFileData: TableEntries = {
  // All payees stand in its file: it is nobody's own, and is shown to none of them.
  payout_files: {
    ...nobody(
      `id sha256 message_id format execute_on batch_booking instant line_count total_cents file_id created_by created_at
      replaces_id withdrawn_at withdrawn_by`,
      'withdraw_reason',
    ),
    files: { period: 'accounting', since: 't.execute_on' },
  },
  payout_file_lines: {
    of: ['partner', 'member'],
    via: { payouts: 'payout_id' },
    why: 'payments',
    period: 'accounting',
    erase: 'keep',
    law: 'books',
    since: '(t.changed_at at time zone app.time_zone())::date',
    show: 'yes',
    columns: 'holder payee_name reasons',
    facts: `id payout_file_id position payout_id end_to_end_id instruction_id total_cents state bank_status payee_match held_out
      changed_at bank_reasons problems`,
  },
}
