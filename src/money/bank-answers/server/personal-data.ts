import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

export const bankAnswerData: TableEntries = {
  bank_answers:
    nobody(`id sha256 version message_id sender period_from period_to accepted_count paid_count paid_cents rejected_count
      rejected_cents verified_count client_payment_count applied_by applied_at`),
  bank_account_answers: {
    of: ['partner', 'member'],
    via: { partners: 'partner_id' },
    key: 'partner_id',
    why: 'payments',
    period: 'bankDetails',
    erase: 'delete',
    show: 'yes',
    columns: 'payee_name refused_reason',
    facts: 'partner_id sent_at refused_on payee_match changed_at bank_reasons',
  },
}
