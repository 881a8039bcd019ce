import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

const anybody = ['client', 'partner', 'member', 'staff'] as const

/** What no slice owns. */
export const platformData: TableEntries = {
  mails: {
    of: anybody,
    via: { address: 'recipient', profiles: 'user_id' },
    why: 'communication',
    period: 'mail',
    erase: 'empty',
    show: 'yes',
    columns: 'recipient subject',
    // Servers repeat the address in what they answer.
    but: { response: { show: 'no' }, last_error: { show: 'no' } },
    facts: 'id event_id user_id kind message_id sent_at attempts last_tried_at failed_at dismissed_at',
    mentions: 'subject response last_error',
  },
  files: {
    of: anybody,
    via: {
      '*.file_id': 'id',
      '*.scan_file_id': 'id',
      '*.statement_file_id': 'id',
      '*.xml_file_id': 'id',
    },
    why: 'referrals',
    period: 'lead',
    erase: 'delete',
    show: 'read',
    columns: 'name',
    facts: 'id purpose kind size sha256 uploaded_by created_at claimed_at inspection released_at',
  },
  // Jobs that wait while the database is moved; their data are ids.
  carried_jobs: nobody('id name data priority start_after'),
  idempotency_keys: {
    of: anybody,
    via: { profiles: 'actor_id' },
    key: 'key',
    why: 'security',
    period: 'days',
    erase: 'delete',
    show: 'no',
    columns: 'response',
    facts: 'actor_id key request_hash created_at claimed_by claimed_until',
  },
  installation: nobody('id store_mark secret_fingerprint seal_fingerprint is_client_list_void'),
  number_series: nobody('series last_number'),
  seal_keys: nobody('fingerprint chain encrypted_key first_used_at'),
  timestamp_outages: nobody('url since reason checked_at'),
  'passerelle.migrations': nobody('name sha256 applied_at oldest_version applied_by'),
}
