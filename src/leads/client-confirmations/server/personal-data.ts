import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

const refused = { of: 'client', why: 'refusals', period: 'refusal', erase: 'keep', law: 'accountability' } as const

export const clientConfirmationData: TableEntries = {
  client_confirmations: {
    of: 'client',
    via: { leads: 'lead_id', address: 'email' },
    why: 'referrals',
    period: 'lead',
    erase: 'empty',
    show: 'yes',
    columns: 'email answer_name name_left phone_left',
    but: {
      company: { erase: 'keep', law: 'claims' },
      // What the client confirmed counts on, whoever they were.
      answer: { erase: 'keep', law: 'claims' },
      message: { erase: 'decide' },
      consent_text: { why: 'introductions', erase: 'keep', law: 'accountability' },
    },
    facts: `id lead_id partner_id asked_by created_at mails mailed_at expires_at left_at consent_sha256 answered_at voided_at
      offer_chosen`,
  },
  client_addresses: {
    ...refused,
    via: { hash: 'address_hash' },
    key: 'address_hash',
    show: 'yes',
    columns: 'never_since',
    but: { address_hash: { show: 'no' } },
    facts: 'mails mails_since',
  },
  client_denials: {
    ...refused,
    via: { hash: 'address_hash' },
    key: 'address_hash',
    show: 'yes',
    columns: 'answer denied_at',
    but: { address_hash: { show: 'no' } },
    facts: 'partner_id',
  },
  client_mail_counts: nobody('subject mails mails_since'),
}
