import { nobody, shapeOf, type TableEntries } from '#access/domain/personal-data.ts'
import type { FilledBody } from '#contracts/contracts/domain/contract-text.ts'

const ofParties = {
  of: ['member', 'partner'],
  why: 'contracts',
  period: 'contract',
  erase: 'keep',
  law: 'contract',
  show: 'yes',
} as const

const ofContract = 'app.contract_ended(t.contract_id)'

export const contractData: TableEntries = {
  contracts: {
    ...ofParties,
    via: { profiles: 'user_id' },
    since: 'app.contract_ended(t.id)',
    columns: 'title link decline_reason revoke_reason',
    mentions: 'decline_reason revoke_reason',
    but: { title_key: { erase: 'follow', show: 'no' } },
    facts: `id user_id contract_type status file_id created_at signed_at signing_method sign_route remarks amends_id opened_at
      code_sent_at declined_at countersigned_at scan_file_id template_version_id revoked_at contest_days language`,
  },
  contract_texts: {
    ...ofParties,
    via: { contracts: 'contract_id' },
    since: ofContract,
    key: 'contract_id',
    columns: 'title body',
    json: { body: shapeOf<FilledBody>()('content head items rows text', 'level marks ordered type') },
    facts: 'contract_id sha256 document_sha256',
  },
  signatures: {
    ...ofParties,
    of: ['member', 'staff'],
    via: { contracts: 'contract_id', profiles: 'signer_id' },
    since: ofContract,
    // Who signed, from which address and browser, and what they had read.
    columns: 'evidence revoke_reason',
    mentions: 'revoke_reason',
    json: {
      evidence: {
        person: 'by name email origin address agent mail consent',
        facts: 'at authentication method codeSentAt codeCheckedAt contracts document',
      },
    },
    facts: `id contract_id role signer_id reference signed_at file_id file_sha256 certificate_sha256 document_sha256 level route
      code_id revoked_at revoked_by countersign_code_id`,
  },
  document_views: {
    ...ofParties,
    of: 'member',
    via: { profiles: 'user_id' },
    since: ofContract,
    ends: 'delete',
    columns: 'first_at last_at pages_shown',
    facts: 'id contract_id user_id document_sha256 text_sha256 way session_id page_count',
  },
  signing_codes: nobody('id contract_id user_id document_sha256 created_at expires_at tries used_at'),
  countersign_codes: nobody('id user_id signature_ids created_at expires_at tries checked_at'),
}
