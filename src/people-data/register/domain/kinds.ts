import type { Erasing, PeriodName, Whose } from '#access/domain/personal-data.ts'
import type { FilePurpose } from '#access/domain/uploads.ts'
import type { MailKind } from '#communication/notifications/domain/notifications.ts'
import type { JobName } from '#platform/domain/job-names.ts'

/** Whose something beside the tables is, how long it stays, and what an erasure makes of it; null: it is about nobody. */
export interface KindEntry {
  readonly of: readonly Whose[]
  readonly period: PeriodName
  readonly erase: Erasing
}
type Kinds<Name extends string> = Readonly<Record<Name, KindEntry | null>>

const kind = (period: PeriodName, erase: Erasing, ...of: Whose[]): KindEntry => ({ of, period, erase })

/** Files by their purpose: bytes and name. */
export const fileKinds: Kinds<FilePurpose> = {
  contract: kind('contract', 'keep', 'partner', 'member'),
  scan: kind('contract', 'keep', 'partner', 'member'),
  sealed: kind('contract', 'keep', 'partner', 'member', 'staff'),
  lead_file: kind('lead', 'decide', 'client'),
  lead_receipt: kind('lead', 'delete', 'client'),
  statement: kind('accounting', 'keep', 'partner', 'client'),
  invoice: kind('accounting', 'keep', 'partner'),
  partner_invoice: kind('accounting', 'keep', 'partner'),
  payout: kind('accounting', 'keep', 'partner'),
  partner_document: kind('contract', 'keep', 'partner', 'member'),
  resource: null,
  logo: null,
}

const toMember = kind('mail', 'empty', 'member')
const toStaff = kind('mail', 'empty', 'staff')
const toBoth = kind('mail', 'empty', 'member', 'staff')

/** Mails by their kind: recipient, subject, and what servers answered; the text is made when a mail leaves, and is not kept. */
export const mailKindsOf: Kinds<MailKind> = {
  invitation: toBoth,
  invitation_held: toBoth,
  password_reset: toBoth,
  sign_in_link: toBoth,
  password_changed: toBoth,
  email_change: toBoth,
  email_change_notice: toBoth,
  two_factor_changed: toBoth,
  operator_notice: toBoth,
  recovery_codes_renewed: toBoth,
  sessions_ended: toBoth,
  bank_details_changed: toBoth,
  moved_to_partner: toMember,
  role_changed: toBoth,
  terms_changed: toMember,
  appointment_notice: toMember,
  signing_code: toBoth,
  signed_copy: toBoth,
  contract_declined: toStaff,
  contract_revoked: toBoth,
  webhook_disabled: toStaff,
  contract_to_sign: toMember,
  contract_validated: toMember,
  client_payment_received: toMember,
  commission_validated: toMember,
  commission_paid: toMember,
  commission_withheld: toMember,
  dispute_answered: toMember,
  payout_issued: toMember,
  payout_settled: toMember,
  account_name_differs: toMember,
  document_requested: toMember,
  tier_reached: toMember,
  lead_answered: toMember,
  lead_moved: toMember,
  lead_lost: toMember,
  lead_registration: toMember,
  announcement: toMember,
  lead_client: toMember,
  partner_added_lead: toStaff,
  partner_answered: toStaff,
  partner_moved_lead: toStaff,
  news_digest: toBoth,
  client_confirmation: kind('mail', 'empty', 'client'),
  client_notice: kind('mail', 'empty', 'client'),
  people_request: kind('mail', 'empty', 'client', 'member', 'staff', 'visitor'),
  erasure_notice: toStaff,
}

/** What waits in the queue: ids of records, which are read when its turn comes. */
export const jobKinds: Kinds<JobName> = {
  event: null,
  mail: null,
  link: null,
  vacuum: null,
  sweep: null,
  timestamps: null,
  documents: null,
  registrations: null,
  months: null,
  backup: null,
  webhook: null,
  journal: null,
  news: null,
  notices: null,
  reminders: null,
  periods: null,
  erasures: null,
  import: null,
}

/** What browsers keep, by the source that writes it. The portal does not reach a browser that is not open. */
export const browserStorage: Kinds<string> = {
  'platform/web/app/app-share.ts': kind('days', 'delete', 'client'),
  'platform/web/app/forms/draft.ts': kind('days', 'delete', 'client', 'partner', 'member'),
  'platform/web/app/forms/draft-storage.ts': kind('days', 'delete', 'client', 'partner', 'member'),
  'platform/web/app/requests/change-keys.ts': null,
  'platform/web/app/session/greeting.ts': null,
  'platform/web/app/session/page-reading.ts': null,
  'platform/web/app/session/return-to.ts': null,
  'contracts/contracts/web/reading/contract-reader.tsx': null,
  'leads/pages/web/queue/offline-form.ts': null,
  'leads/pages/web/queue/queue-storage.ts': kind('days', 'delete', 'client'),
  'leads/pages/web/queue/queued-leads-store.ts': kind('days', 'delete', 'client'),
}

/** What stands in DATA_DIR, and beside it. */
export const dataFolders: Kinds<string> = {
  database: kind('lead', 'delete', 'client', 'partner', 'member', 'staff', 'visitor'),
  files: kind('lead', 'delete', 'client', 'partner', 'member'),
  mail: kind('mail', 'delete', 'client', 'member', 'staff'),
  spool: kind('days', 'delete', 'client', 'partner', 'member'),
  incoming: kind('days', 'delete', 'client', 'partner', 'member', 'staff'),
  'replaced-…': kind('backup', 'delete', 'client', 'partner', 'member', 'staff'),
  'before-…': kind('backup', 'delete', 'client', 'partner', 'member', 'staff'),
  BACKUP_DIR: kind('backup', 'delete', 'client', 'partner', 'member', 'staff'),
  secret: null,
  signing: null,
  'portal.lock': null,
  'control.sock': null,
}

/** Copies outside of rows that an erasure does not empty by itself; docs/operations.md says what does. */
export const databaseCopies: Kinds<string> = {
  'pgboss.job': kind('days', 'delete', 'member', 'staff'),
  'event_months.* (detached)': kind('lead', 'empty', 'client', 'partner', 'member', 'staff'),
  pg_statistic: kind('days', 'delete', 'client', 'partner', 'member', 'staff'),
}
