import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

const ofAccount = {
  of: ['member', 'staff'],
  via: { profiles: 'user_id' },
  why: 'accounts',
  period: 'account',
  erase: 'delete',
  show: 'yes',
} as const
const secret = { show: 'no' } as const

export const authData: TableEntries = {
  profiles: {
    ...ofAccount,
    via: { address: 'email', 'partner_members.person_id': 'user_id' },
    key: 'user_id',
    erase: 'empty',
    // The people of a partner are erased then; staff who have left stay named in what they decided.
    since: 'app.person_left(t.user_id)',
    columns: 'email language',
    but: {
      full_name: { erase: 'pseudonym' },
      company: { of: 'partner', period: 'contract', erase: 'keep', law: 'contract' },
      name_key: { erase: 'follow', show: 'no' },
      company_key: { erase: 'follow', show: 'no' },
      search_text: { erase: 'follow', show: 'no' },
    },
    facts: 'user_id created_at joined_at deleted_at second_factor_reset_at address_taken',
  },
  user_roles: { ...ofAccount, key: 'user_id', columns: 'role staff_role', facts: 'user_id by_provider' },
  last_visits: { ...ofAccount, key: 'user_id', columns: 'seen_at', facts: 'user_id' },
  invitations: {
    ...ofAccount,
    period: 'invitation',
    columns: '',
    facts: 'id user_id invited_by created_at expires_at accepted_at withdrawn_at',
  },
  password_resets: { ...ofAccount, period: 'days', columns: '', facts: 'id user_id created_at expires_at used_at' },
  sign_in_links: {
    ...ofAccount,
    period: 'days',
    columns: '',
    facts: 'id user_id browser_hash created_at expires_at used_at',
  },
  email_changes: {
    ...ofAccount,
    period: 'invitation',
    columns: 'old_email new_email',
    facts: 'id user_id requested_by created_at expires_at confirmed_at withdrawn_at',
  },
  provider_accounts: { ...ofAccount, key: 'subject', columns: 'issuer subject', facts: 'user_id linked_at last_used_at' },
  provider_sign_ins: nobody('id provider_id issuer browser_hash created_at expires_at'),
  setup_links: nobody('id created_at'),
  staff_rights: nobody('staff_role right_name'),
  scope_rights: nobody('scope right_name'),
  'auth.users': {
    ...ofAccount,
    via: { profiles: 'id' },
    columns: 'name email image',
    facts: 'id email_verified two_factor_enabled created_at updated_at',
  },
  'auth.accounts': {
    ...ofAccount,
    ...secret,
    columns: 'account_id access_token refresh_token id_token password',
    facts: 'id user_id provider_id access_token_expires_at refresh_token_expires_at scope created_at updated_at',
  },
  'auth.sessions': {
    ...ofAccount,
    columns: 'ip_address user_agent',
    but: { token: secret },
    facts: 'id user_id expires_at created_at updated_at method',
  },
  'auth.ended_sessions': nobody('id ended_at'),
  'auth.two_factors': {
    ...ofAccount,
    ...secret,
    columns: 'secret backup_codes',
    facts: 'id user_id verified failed_verification_count locked_until',
  },
  'auth.passkeys': {
    ...ofAccount,
    columns: 'name',
    but: { public_key: secret, credential_id: secret },
    facts: 'id user_id counter device_type backed_up transports aaguid created_at last_used_at',
  },
  'auth.verifications': {
    ...ofAccount,
    ...secret,
    via: { address: 'identifier' },
    period: 'days',
    columns: 'identifier value',
    facts: 'id expires_at created_at updated_at',
  },
  'auth.rate_limits': {
    ...ofAccount,
    ...secret,
    of: 'visitor',
    via: { address: 'account' },
    key: 'key',
    why: 'security',
    period: 'days',
    columns: 'key account',
    facts: 'count window_ends_at',
  },
}
