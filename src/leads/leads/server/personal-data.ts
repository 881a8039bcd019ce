import { nobody, type PersonTable, type TableEntries } from '#access/domain/personal-data.ts'

const ofClient = { of: 'client', via: { leads: 'lead_id' }, why: 'referrals', period: 'lead', show: 'yes' } as const
const freeText = { erase: 'decide', show: 'read' } as const

export const leadData: TableEntries = {
  leads: {
    ...ofClient,
    via: { address: 'email' },
    erase: 'empty',
    columns: 'email phone website',
    but: {
      name: { erase: 'pseudonym' },
      // A company is no person, and goes on matching; a sole trader's name goes.
      company: { erase: 'keep', law: 'claims' },
      notes: { show: 'read' },
      lost_note: { show: 'read' },
      fields: { show: 'read' },
      mail_domain: { erase: 'keep', law: 'claims', show: 'no' },
      trader_hash: { erase: 'keep', law: 'claims', show: 'no' },
      client_word: { erase: 'keep', law: 'claims' },
      ...Object.fromEntries(
        ['client_name', 'company_key', 'phone_key', 'search_text'].map((key) => [key, { erase: 'follow', show: 'no' }]),
      ),
    },
    facts: `id partner_id estimated_amount_cents offer_type status created_at updated_at possible_duplicate_of external_id
      lost_reason registration_state protected_until client_word_at settled offer_version stage_since typed_by shared
      restricted_at erased_at`,
    mentions: 'notes lost_note',
  } satisfies PersonTable,
  lead_comments: {
    ...ofClient,
    via: { leads: 'lead_id', profiles: 'author_id' },
    of: ['client', 'member', 'staff'],
    ...freeText,
    columns: 'body',
    facts: 'id lead_id author_id created_at dispute_id',
  },
  lead_files: { ...ofClient, erase: 'delete', columns: '', facts: 'id lead_id file_id added_by of_staff added_at' },
  lead_staff_fields: {
    ...ofClient,
    erase: 'empty',
    key: 'lead_id',
    columns: '',
    but: { fields: { show: 'read' }, search_text: { erase: 'follow', show: 'no' } },
    facts: 'lead_id',
  },
  lead_terms: nobody('lead_id commission_basis expected_cents'),
  lead_stats: nobody('partner_id status count amount_cents'),
  lead_totals: nobody('status shard count amount_cents possible_duplicates'),
}
