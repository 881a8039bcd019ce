// Written by 'npm run db:types' from the migrated schema: do not edit.

import type { ColumnType, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Inspection } from '#access/api/uploads.ts'
import type { PartnerRole, StoredRole } from '#access/domain/actor.ts'
import type { ApiScope } from '#access/domain/api-scopes.ts'
import type { AudienceKind } from '#access/domain/audience.ts'
import type { PagePath } from '#access/domain/page-paths.ts'
import type { Right, StaffRole } from '#access/domain/staff-rights.ts'
import type { FilePurpose } from '#access/domain/uploads.ts'
import type { ClaimRoles } from '#accounts/identity-provider/domain.ts'
import type { AnnouncementAudience } from '#communication/announcements/domain.ts'
import type { UnreadEvent } from '#communication/lead-news/domain/news-events.ts'
import type { UnreadPart } from '#communication/lead-news/domain/unread.ts'
import type { NewsKind } from '#communication/notifications/domain/news-mail.ts'
import type { MailKind, NotificationKind } from '#communication/notifications/domain/notifications.ts'
import type { ResourceCategory } from '#communication/resources/domain.ts'
import type { FilledBody } from '#contracts/contracts/domain/contract-text.ts'
import type { ContractStatus, ContractType, SigningMethod } from '#contracts/contracts/domain/contracts.ts'
import type { DocumentViewMethod, SignatureLevel, SignatureRole } from '#contracts/contracts/domain/signing.ts'
import type { WrittenBody } from '#contracts/templates/api.ts'
import type { StoredMapping } from '#imports/api.ts'
import type {
  FileTitles,
  ImportOutcome,
  ImportSettings,
  ImportState,
  RowCounts,
  RowMessages,
  RowRead,
} from '#imports/domain/imports.ts'
import type { ImportKind } from '#imports/domain/kinds.ts'
import type { ClientDenial } from '#leads/client-confirmations/domain.ts'
import type { FieldKind, FieldOptions, FieldValues, PartnerAccess } from '#leads/fields/domain/fields.ts'
import type { ClientAnswer, ClientWord, LeadStatus } from '#leads/leads/domain/leads.ts'
import type { LostReason } from '#leads/leads/domain/lost-leads.ts'
import type { RefusalReason, RegistrationState } from '#leads/leads/domain/registration-states.ts'
import type { NoticeSections, NoticeState, NoticeWay } from '#leads/notices/domain.ts'
import type { ExtensionState } from '#leads/registrations/domain/registrations.ts'
import type { StageAsks, StageColour } from '#leads/stages/domain/stages.ts'
import type { ClosingScope, MissingThings } from '#money/accounting/domain/accounting.ts'
import type { FileObstacle } from '#money/accounting/domain/declarant-check.ts'
import type { ExportedSums } from '#money/accounting/domain/declaration.ts'
import type { Accounts, PieceKind } from '#money/accounting/domain/entries.ts'
import type { BankReasons } from '#money/bank-files/domain/bank-answer.ts'
import type { PayeeMatch } from '#money/bank-files/domain/live-batch.ts'
import type { PayoutFormat } from '#money/bank-files/domain/payout-batch.ts'
import type { KeptProblems } from '#money/bank-files/domain/payout-problems.ts'
import type { BillingMode, BillingRegime } from '#money/billing/domain/billing.ts'
import type { VatCase } from '#money/billing/domain/vat.ts'
import type { ClientPaymentKind, CommissionBasis, CommissionKind, CommissionStatus } from '#money/commissions/domain.ts'
import type { DisputeKind, DisputeState } from '#money/disputes/domain.ts'
import type { KeptReceipt } from '#money/documents/domain/lead-receipt.ts'
import type { Statement } from '#money/documents/domain/statements.ts'
import type { DocumentContent } from '#money/invoices/domain/document-content.ts'
import type { DocumentKind } from '#money/invoices/domain/payout-documents.ts'
import type { PlatformStatus } from '#money/invoices/domain/platform-status.ts'
import type { PayoutLineState } from '#money/payouts/domain/payout-lines.ts'
import type { PayoutStatus } from '#money/payouts/domain/payouts.ts'
import type { UploadedInvoiceStatus } from '#money/payouts/domain/uploaded-invoices.ts'
import type { FactKind } from '#money/rules/domain/facts.ts'
import type { FactBody, StoredDefinition, StoredReason } from '#money/rules/domain/stored-lines.ts'
import type { VigilanceKind, VigilanceStatus } from '#money/vigilance/domain.ts'
import type { DeliveredEvent, DeliveryProblem, DeliveryState, DisabledReason, WebhookEvent } from '#operations/webhooks/domain.ts'
import type { AppointmentAct, BankRole } from '#partners/team/domain.ts'
import type { ErasureOutcome, ErasureReport, MentionDecision } from '#people-data/erasures/domain.ts'
import type { NoticeAudience } from '#people-data/notices/domain/notices.ts'
import type { ChosenPeriods, CountedPeriod, PeriodCounts, PeriodDays } from '#people-data/register/domain/periods.ts'
import type { RequestChannel, RequestOutcome, Wish } from '#people-data/requests/domain.ts'
import type { FileKind } from '#platform/domain/files.ts'
import type { JobCause } from '#platform/domain/job-cause.ts'
import type { Names } from '#platform/domain/names.ts'
import type { SignRemark, SignRoute } from '#platform/domain/seal-routes.ts'
import type { EventOrigin, SessionMethod } from '#platform/domain/session-methods.ts'
import type { EventName } from '#portal/api/events.ts'

export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

export type Numeric = ColumnType<string, number | string, number | string>

export interface AccountingClosings {
  accounts: JSONColumnType<Accounts, string, never>
  closed_at: Date
  closed_by: string
  id: string
  missing: JSONColumnType<MissingThings, string, never>
  reopened_at: Date | null
  reopened_by: string | null
  reopening_asked_at: Date | null
  reopening_asked_by: string | null
  reopening_reason: string | null
  scope: ClosingScope
  until_day: string
}

export interface AccountingEntries {
  bank_reference: string
  booked_on: string
  closing_id: string
  dated: string
  earned_cents: number
  kind: PieceKind
  number: number
  partner_id: string
  partner_name: string
  payout: string
  piece_id: string
  reference: string
  supplier_code: string
  taken_back_cents: number
  vat_cents: number
  year: number
}

export interface AnnouncementRecipients {
  announcement_id: string
  read_at: Date | null
  user_id: string
}

export interface Announcements {
  audience: AnnouncementAudience
  body: string
  ends_on: string | null
  id: string
  link: string | null
  published_at: Date
  published_by: string
  tier_name: string | null
  tier_names: JSONColumnType<Names, string | undefined, never>
  title: string
  withdrawn_at: Date | null
  withdrawn_by: string | null
}

export interface ApiKeys {
  created_at: Date
  created_by: string
  expires_at: Date | null
  id: string
  last_used_at: Date | null
  name: string
  prefix: string
  revoked_at: Date | null
  revoked_by: string | null
  scopes: ApiScope[]
  token_hash: string
}

export interface AppointmentNotices {
  appointment_id: string
  id: string
  user_id: string
}

export interface Appointments {
  act: AppointmentAct
  answered_at: Date | null
  answered_by: string | null
  change_id: string | null
  id: string
  kept: boolean | null
  made_at: Date
  made_by: string
  main_before: string | null
  objected_at: Date | null
  objected_by: string | null
  partner_id: string
  person_id: string
  role_before: PartnerRole | null
  saw_amounts: boolean | null
}

export interface AuthAccounts {
  access_token: string | null
  access_token_expires_at: Date | null
  account_id: string
  created_at: Generated<Date>
  id: string
  id_token: string | null
  password: string | null
  provider_id: string
  refresh_token: string | null
  refresh_token_expires_at: Date | null
  scope: string | null
  updated_at: Generated<Date>
  user_id: string
}

export interface AuthEndedSessions {
  ended_at: Generated<Date>
  id: string
}

export interface AuthPasskeys {
  aaguid: string | null
  backed_up: boolean
  counter: number
  created_at: Generated<Date>
  credential_id: string
  device_type: string
  id: string
  last_used_at: Date | null
  name: string | null
  public_key: string
  transports: string | null
  user_id: string
}

export interface AuthSessions {
  created_at: Generated<Date>
  expires_at: Date
  id: string
  ip_address: string | null
  method: SessionMethod | null
  token: string
  updated_at: Generated<Date>
  user_agent: string | null
  user_id: string
}

export interface AuthUsers {
  created_at: Generated<Date>
  email: string
  email_verified: Generated<boolean>
  id: string
  image: string | null
  name: string
  two_factor_enabled: Generated<boolean | null>
  updated_at: Generated<Date>
}

export interface BankAccountAnswers {
  bank_reasons: JSONColumnType<BankReasons | null, string | null, string | null>
  changed_at: Date
  partner_id: string
  payee_match: PayeeMatch | null
  payee_name: string | null
  refused_on: string | null
  refused_reason: string | null
  sent_at: Date
}

export interface BankAnswers {
  accepted_count: number
  applied_at: Date
  applied_by: string
  client_payment_count: number
  id: string
  message_id: string
  paid_cents: number
  paid_count: number
  period_from: string
  period_to: string
  rejected_cents: number
  rejected_count: number
  sender: string | null
  sha256: string
  verified_count: number
  version: string
}

export interface BillingProfiles {
  building_number: Generated<string>
  corrected_at: Date | null
  country: string
  electronic_address: Generated<string>
  legal_form: Generated<string>
  legal_name: string
  mode: BillingMode
  partner_id: string
  postcode: Generated<string>
  regime: BillingRegime
  siren: Generated<string>
  siret: Generated<string>
  street: string
  town: string
  updated_at: Date
  vat_number: Generated<string>
  vat_rate: Numeric | null
}

export interface BookedClients {
  commission_id: string
  lead_id: string
  name: string
}

export interface CarriedJobs {
  data: JSONColumnType<Record<string, unknown>, string, never>
  id: string
  name: string
  priority: number
  start_after: Date
}

export interface ClientAddresses {
  address_hash: string
  mails: Generated<number>
  mails_since: Date
  never_since: Date | null
  refused_since: Date | null
}

export interface ClientConfirmations {
  answer: ClientAnswer | null
  answer_name: Generated<string>
  answered_at: Date | null
  asked_by: string | null
  company: Generated<string>
  consent_sha256: string | null
  consent_text: Generated<string>
  created_at: Date
  email: string
  expires_at: Date | null
  id: string
  lead_id: string
  left_at: Date | null
  mailed_at: Date | null
  mails: Generated<number>
  message: Generated<string>
  name_left: Generated<string>
  offer_chosen: Generated<boolean>
  partner_id: string
  phone_left: Generated<string>
  voided_at: Date | null
}

export interface ClientDenials {
  address_hash: string
  answer: ClientDenial
  denied_at: Date
  partner_id: string
}

export interface ClientInvoices {
  created_at: Date
  id: string
  issued_on: string
  lead_id: string
  net_cents: number
  number: string
  number_key: string
  recorded_by: string
  total_cents: GeneratedAlways<number>
  vat_cents: number
}

export interface ClientMailCounts {
  mails: number
  mails_since: Date
  subject: string
}

export interface ClientPayments {
  client_invoice_id: string | null
  created_at: Date
  id: string
  kind: Generated<ClientPaymentKind>
  lead_id: string
  lead_key: Generated<string>
  net_cents: number
  partner_key: Generated<string>
  received_on: string
  recorded_by: string
  reference: string
  refunds_id: string | null
  search_text: Generated<string>
  total_cents: number | null
}

export interface CommissionFacts {
  body: JSONColumnType<FactBody, string | undefined, never>
  day: string
  kind: FactKind
  lead_id: string
  partner_id: string
  recorded_at: Date
  rule_id: string
  seq: Generated<number>
}

export interface CommissionRules {
  created_at: Date
  id: string
  offer: string | null
  partner_id: string | null
}

export interface CommissionRuleVersions {
  definition: JSONColumnType<StoredDefinition | null, string | null, never>
  published_at: Date
  published_by: string | null
  rule_id: string
  valid_from: string
  version: number
}

export interface Commissions {
  amount_cents: number
  client_payment_id: string | null
  commission_rate: Numeric
  created_at: Date
  description: Generated<string>
  dispute_state: DisputeState | null
  disputed: GeneratedAlways<boolean>
  held_reason: string | null
  id: string
  kind: Generated<CommissionKind>
  lead_id: string | null
  lead_key: Generated<string>
  paid_at: Date | null
  paid_on: string | null
  partner_id: string
  partner_key: Generated<string>
  payable_by: Date | null
  payment_reference: Generated<string>
  payout_id: string | null
  reason: JSONColumnType<StoredReason | null, string | null, string | null>
  revenue_cents: number
  reverses_id: string | null
  rule_id: Generated<string>
  rule_version: Generated<number>
  search_text: Generated<string>
  status: Generated<CommissionStatus>
  tier_name: string
  tier_names: JSONColumnType<Names, string | undefined, never>
  validated_at: Date | null
}

export interface CommissionStats {
  amount_cents: Generated<number>
  count: Generated<number>
  partner_id: string
  revenue_cents: Generated<number>
  status: CommissionStatus
}

export interface CommissionTotals {
  amount_cents: Generated<number>
  count: Generated<number>
  month: string
  revenue_cents: Generated<number>
  shard: number
  status: CommissionStatus
}

export interface Contracts {
  amends_id: string | null
  code_sent_at: Date | null
  contest_days: number | null
  contract_type: ContractType
  countersigned_at: Date | null
  created_at: Date
  decline_reason: string | null
  declined_at: Date | null
  file_id: string | null
  id: string
  language: Generated<string>
  link: string | null
  opened_at: Date | null
  remarks: Generated<SignRemark[]>
  revoke_reason: string | null
  revoked_at: Date | null
  scan_file_id: string | null
  sign_route: SignRoute | null
  signed_at: Date | null
  signing_method: SigningMethod | null
  status: Generated<ContractStatus>
  template_version_id: string | null
  title: string
  title_key: GeneratedAlways<string>
  user_id: string
}

export interface ContractTemplates {
  archived_at: Date | null
  created_at: Date
  id: string
  kind: ContractType
  language: Generated<string>
  name: string
  names: JSONColumnType<Names, string | undefined, string>
  to_review: Generated<boolean>
}

export interface ContractTemplateVersions {
  body: JSONColumnType<WrittenBody, string, never>
  created_at: Date
  created_by: string | null
  id: string
  template_id: string
  title: string
  version: number
}

export interface ContractTexts {
  body: JSONColumnType<FilledBody, string, never>
  contract_id: string
  document_sha256: string
  sha256: string
  title: string
}

export interface CountersignCodes {
  checked_at: Date | null
  created_at: Date
  expires_at: Date
  id: string
  signature_ids: string[]
  tries: Generated<number>
  user_id: string
}

export interface Das2Exports {
  created_at: Date
  created_by: string
  declared: number
  declared_euros: number
  file_missing: string | null
  file_obstacle: JSONColumnType<FileObstacle | null, string | null, never>
  file_sha256: string | null
  file_text: string | null
  id: string
  paid: JSONColumnType<ExportedSums, string, never>
  table_sha256: string
  table_text: string
  year: number
}

export interface DataPeriods {
  chosen: JSONColumnType<ChosenPeriods, string | undefined, string>
  confirmed: JSONColumnType<PeriodDays | null, string | null, string | null>
  confirmed_at: Date | null
  confirmed_by: string | null
  id: Generated<boolean>
  ran_at: Date | null
  removed: JSONColumnType<PeriodCounts, string | undefined, string>
}

export interface DeclarationRequests {
  missing: string[]
  partner_id: string
  requested_at: Date
  requested_by: string
  year: number
}

export interface DeclaredPayments {
  by_hand: boolean
  id: Generated<string>
  net_cents: number
  paid_on: string
  partner_id: string
  payments: number
  reference: string
  vat_cents: number
  year: number
}

export interface Disputes {
  answered_at: Date | null
  answered_by: string | null
  closed_at: Date | null
  closed_by: string | null
  commission_id: string | null
  expected_cents: number | null
  id: string
  kind: DisputeKind
  lead_id: string | null
  opened_at: Date
  partner_id: string
  state: Generated<DisputeState>
}

export interface DocumentViews {
  contract_id: string
  document_sha256: string
  first_at: Date
  id: string
  last_at: Date
  page_count: number | null
  pages_shown: number[] | null
  session_id: string
  text_sha256: string | null
  user_id: string
  way: DocumentViewMethod
}

export interface EmailChanges {
  confirmed_at: Date | null
  created_at: Date
  expires_at: Date
  id: string
  new_email: string
  old_email: string
  requested_by: string
  user_id: string
  withdrawn_at: Date | null
}

export interface ErasureLeads {
  erasure_id: string
  lead_id: string
  outcome: ErasureOutcome | null
  partner_id: string
  sole_trader: boolean
}

export interface ErasureMentions {
  column_name: string
  decided_at: Date | null
  decided_by: string | null
  decided_text: string | null
  decision: MentionDecision | null
  emptied_at: Date | null
  erasure_id: string
  id: string
  key_column: string
  row_key: string
  table_name: string
}

export interface Erasures {
  done_at: Date | null
  due_at: Date
  id: string
  listed_at: Date | null
  period: CountedPeriod | null
  plan: JSONColumnType<ErasureReport | null, string | null, never>
  planned_at: Date
  planned_by: string | null
  report: JSONColumnType<ErasureReport | null, string | null, never>
  request_id: string | null
  stopped_at: Date | null
  stopped_by: string | null
  told_at: Date | null
  user_id: string | null
}

export interface Events {
  actor_id: string | null
  after: JSONColumnType<Record<string, unknown> | null, string | null, string | null>
  audience: AudienceKind
  before: JSONColumnType<Record<string, unknown> | null, string | null, string | null>
  id: string
  name: EventName
  occurred_at: Date
  origin: JSONColumnType<EventOrigin | null, EventOrigin | null, never>
  partner_id: string | null
  request_id: string | null
  seq: GeneratedAlways<number>
  subject_id: string | null
}

export interface FailedJobs {
  attempts: number
  cause: JSONColumnType<JobCause | null, string | null, string | null>
  data: JSONColumnType<Record<string, unknown>, string, never>
  error: string
  failed_at: Date
  id: string
  name: string
}

export interface Files {
  claimed_at: Date | null
  created_at: Date
  id: string
  inspection: JSONColumnType<Inspection | null, string | null, string | null>
  kind: FileKind
  name: string
  purpose: FilePurpose
  released_at: Date | null
  sha256: string
  size: number
  uploaded_by: string | null
}

export interface IdempotencyKeys {
  actor_id: string
  claimed_by: string | null
  claimed_until: Date | null
  created_at: Date
  key: string
  request_hash: string
  response: string | null
}

export interface IdentityProviders {
  changed_at: Date
  claim_roles: JSONColumnType<ClaimRoles, string | undefined, string>
  client_id: string
  enabled: boolean
  id: string
  issuer: string
  name: string
  partner_domains: Generated<string[]>
  role_claim: Generated<string>
  role_untold_at: Date | null
  scopes: string
  secret_encrypted: string | null
  staff_domains: Generated<string[]>
  staff_role: Generated<StaffRole>
}

export interface ImportedRows {
  content: string
  import_id: string
  kind: ImportKind
  record_id: string | null
  row_key: string
  scope: string
}

export interface ImportMappings {
  id: string
  kind: ImportKind
  mapping: JSONColumnType<StoredMapping, string, string>
  partner_id: string | null
  saved_at: Date
  saved_by: string
  titles: JSONColumnType<FileTitles, string, string>
  titles_hash: string
}

export interface ImportRows {
  cells: JSONColumnType<Record<string, unknown>, string, never>
  content: string
  import_id: string
  marks: Generated<string[]>
  messages: JSONColumnType<RowMessages, string | undefined, string>
  number: number
  outcome: ImportOutcome
  read: JSONColumnType<RowRead | null, string | null, never>
  record_id: string | null
  row_key: string
}

export interface Imports {
  applied_at: Date | null
  brought_by: string
  confirmed: Generated<boolean>
  counts: JSONColumnType<RowCounts, string | undefined, string>
  created_at: Date
  ended_at: Date | null
  file_hash: string
  file_name: string
  id: string
  kind: ImportKind
  mark: Generated<number>
  partner_id: string | null
  row_count: number
  settings: JSONColumnType<ImportSettings, string | undefined, string>
  state: Generated<ImportState>
  tool: string
  undone_at: Date | null
  undone_by: string | null
}

export interface Installation {
  id: Generated<boolean>
  is_client_list_void: Generated<boolean>
  seal_fingerprint: string | null
  secret_fingerprint: string
  store_mark: string
}

export interface IntroductionForms {
  contents: string
  form_id: string
  lead_id: string | null
  sent_at: Date
}

export interface IntroductionLinks {
  created_at: Date
  disabled_at: Date | null
  disabled_by: string | null
  link_id: string
  partner_id: string
  paused_at: Date | null
  token_hash: string
}

export interface Invitations {
  accepted_at: Date | null
  created_at: Date
  expires_at: Date
  id: string
  invited_by: string | null
  user_id: string
  withdrawn_at: Date | null
}

export interface InvoiceCodes {
  code: number
  partner_id: string
}

export interface InvoiceFiles {
  file_id: string
  invoice_id: string
  made_at: Date
  xml_file_id: string | null
}

export interface InvoiceHandovers {
  handed_on: string
  id: string
  invoice_id: string
  platform: string
  recorded_at: Date
  recorded_by: string
  reference: Generated<string>
  undo_reason: string | null
  undone_at: Date | null
  undone_by: string | null
}

export interface InvoiceLines {
  commission_id: string
  invoice_id: string
  net_cents: number
  position: number
}

export interface InvoicePlatformStatuses {
  id: string
  invoice_id: string
  on_day: string
  reason: Generated<string>
  recorded_at: Date
  recorded_by: string
  status: PlatformStatus
}

export interface Invoices {
  archive_only: Generated<boolean>
  content: JSONColumnType<DocumentContent, string, never>
  corrects_id: string | null
  id: string
  issued_at: Date
  issued_by: string
  issued_on: string
  kind: DocumentKind
  mandate_id: string | null
  net_cents: number
  number: number
  partner_id: string
  payout_id: string
  reference: GeneratedAlways<string>
  series: string
  total_cents: GeneratedAlways<number>
  vat_case: VatCase | null
  vat_cents: Generated<number>
  vat_rate: Generated<Numeric>
}

export interface Journal {
  chained_at: Date
  event_id: string
  hash: Buffer
  name: string
  occurred_at: Date
  prev_hash: Buffer
  record_hash: Buffer
  seq: number
}

export interface JournalHead {
  hash: Buffer
  id: Generated<boolean>
  pending_on: Generated<string[]>
  pending_to: number | null
  searched_to: number
  seq: number
}

export interface JournalRoots {
  day: string
  hash: Buffer
  made_at: Date
  prev_root: Buffer
  seq: number
  stamped_at: Date | null
  time_zone: string
  token: Buffer | null
}

export interface JournalSalts {
  salt: Buffer
  seq: number
}

export interface LastVisits {
  seen_at: Date
  user_id: string
}

export interface LeadComments {
  author_id: string
  body: string
  created_at: Date
  dispute_id: string | null
  id: string
  lead_id: string | null
}

export interface LeadFields {
  about_person: Generated<boolean>
  archived_at: Date | null
  changed_at: Date
  column_name: string | null
  column_searched: Generated<boolean>
  help: Generated<string>
  helps: JSONColumnType<Names, string | undefined, string>
  in_list: Generated<boolean>
  key: string
  kind: FieldKind
  name: string
  names: JSONColumnType<Names, string | undefined, string>
  on_card: Generated<boolean>
  on_introductions: Generated<boolean>
  options: JSONColumnType<FieldOptions, string | undefined, string>
  partner_access: Generated<PartnerAccess>
  place: number
  required: Generated<boolean>
  required_at_start: Generated<boolean>
  required_from: string | null
  searchable: Generated<boolean>
  staff_edits: Generated<boolean>
  used_at: Date | null
}

export interface LeadFiles {
  added_at: Date
  added_by: string
  file_id: string
  id: string
  lead_id: string
  of_staff: boolean
}

export interface LeadNotices {
  due_at: Date
  how: NoticeWay | null
  inherited: Generated<boolean>
  lead_id: string
  mailed_at: Date | null
  queued_at: Date | null
  queued_by: string | null
  reason: Generated<string>
  settled_at: Date | null
  settled_by: string | null
  state: Generated<NoticeState>
  text_id: string | null
}

export interface LeadReceipts {
  content: JSONColumnType<KeptReceipt, string, never>
  file_id: string | null
  file_sha256: string
  journal_hash: Buffer
  journal_seq: number
  lead_id: string | null
  made_at: Date
  partner_id: string
  reference: string
}

export interface LeadRegistrations {
  appeal: Generated<string>
  appealed_at: Date | null
  decided_at: Date | null
  decided_by: string | null
  decided_for: string | null
  extension_answer: Generated<string>
  extension_answered_at: Date | null
  extension_asked_at: Date | null
  extension_reason: Generated<string>
  extension_state: ExtensionState | null
  former_partners: Generated<string[]>
  lead_id: string
  merged_into: string | null
  message: Generated<string>
  number: string
  partner_id: string
  protected_until: Date | null
  reason: RefusalReason | null
  reminded_days: number | null
  seq: Generated<number>
  state: RegistrationState
  submitted_at: Date
}

export interface Leads {
  client_name: GeneratedAlways<string>
  client_word: ClientWord | null
  client_word_at: Date | null
  company: string
  company_key: Generated<string>
  created_at: Date
  email: string
  erased_at: Date | null
  estimated_amount_cents: number
  external_id: string | null
  fields: JSONColumnType<FieldValues, string | undefined, string>
  id: string
  lost_note: string | null
  lost_reason: LostReason | null
  mail_domain: Generated<string>
  name: string
  notes: Generated<string>
  offer_type: string
  offer_version: Generated<number>
  partner_id: string
  phone: Generated<string>
  phone_key: Generated<string>
  possible_duplicate_of: string | null
  protected_until: Date | null
  registration_state: Generated<RegistrationState>
  restricted_at: Date | null
  search_text: Generated<string>
  settled: Generated<boolean>
  shared: Generated<boolean>
  stage_since: Generated<Date>
  status: Generated<string>
  trader_hash: Generated<string>
  typed_by: Generated<string>
  updated_at: Date
  website: Generated<string>
}

export interface LeadShares {
  lead_id: string
  partner_id: string
  share: number
  shared_at: Date
  shared_by: string
}

export interface LeadSignings {
  client_since: string | null
  commission_rate: Numeric | null
  ended_on: string | null
  fixed_cents: number | null
  in_one_line: Generated<boolean>
  lead_cap_cents: number | null
  lead_id: string
  partner_id: string
  revenue_cents: number
  rule_id: string
  rule_version: number
  share: Generated<number>
  signed_on: string
  tier_name: Generated<string>
  tier_names: JSONColumnType<Names, string | undefined, never>
}

export interface LeadStaffFields {
  fields: JSONColumnType<FieldValues, string, string>
  lead_id: string
  search_text: Generated<string>
}

export interface LeadStages {
  archived_at: Date | null
  asks: StageAsks | null
  changed_at: Date
  colour: StageColour
  counts_as_call: Generated<boolean>
  key: string
  merged_into: string | null
  name: string
  names: JSONColumnType<Names, string | undefined, string>
  partner_enters: Generated<boolean>
  partner_leaves: Generated<boolean>
  place: number
  staff_enters: Generated<boolean>
  staff_leaves: Generated<boolean>
  stale_after_days: number | null
}

export interface LeadStats {
  amount_cents: Generated<number>
  count: Generated<number>
  partner_id: string
  status: LeadStatus
}

export interface LeadTerms {
  commission_basis: CommissionBasis | null
  expected_cents: number | null
  lead_id: string
}

export interface LeadTotals {
  amount_cents: Generated<number>
  count: Generated<number>
  possible_duplicates: Generated<number>
  shard: number
  status: LeadStatus
}

export interface Mails {
  attempts: Generated<number>
  dismissed_at: Date | null
  event_id: string
  failed_at: Date | null
  id: Generated<string>
  kind: MailKind
  last_error: string | null
  last_tried_at: Date | null
  message_id: string | null
  recipient: string
  response: string | null
  sent_at: Date | null
  subject: string
  user_id: string | null
}

export interface Maintenance {
  id: Generated<boolean>
  message: Generated<string>
  since: Date
}

export interface NewsDigests {
  day: string
  until: Date
  user_id: string
}

export interface NewsSettings {
  digest_hour: Generated<number>
  id: Generated<boolean>
  reminder_days: Generated<number[]>
}

export interface NoticeTexts {
  audience: NoticeAudience
  id: string
  language: string
  sections: JSONColumnType<NoticeSections, string, never>
  since: Date
  version: number
}

export interface NotificationChoices {
  changed_at: Date
  colleagues_leads: boolean | null
  news_at_once: Generated<NewsKind[]>
  news_digest: Generated<NewsKind[]>
  news_off: Generated<NewsKind[]>
  switched_off: NotificationKind[]
  user_id: string
}

export interface NumberSeries {
  last_number: number
  series: string
}

export interface OfferNames {
  name: string
  names: JSONColumnType<Names, string, never>
  offer: string
  staff_name: string
  staff_names: JSONColumnType<Names, string, never>
  version: number
}

export interface Offers {
  archived_at: Date | null
  changed_at: Date
  description: Generated<string>
  descriptions: JSONColumnType<Names, string | undefined, string>
  key: string
  least_cents: number | null
  most_cents: number | null
  name: string
  names: JSONColumnType<Names, string | undefined, string>
  on_introductions: Generated<boolean>
  place: number
  staff_name: string
  staff_names: JSONColumnType<Names, string | undefined, string>
  suggested_cents: number | null
  used_at: Date | null
  version: Generated<number>
}

export interface PartnerMembers {
  appointed_at: Date | null
  held_role: BankRole | null
  id: Generated<string>
  partner_id: string
  person_id: string
  role: PartnerRole
  sees_amounts: Generated<boolean>
  since: Date
  until: Date | null
}

export interface PartnerNotes {
  author_id: string
  body: string
  created_at: Date
  edited_at: Date | null
  id: string
  partner_id: string
}

export interface PartnerRevenue {
  amount_cents: number
  partner_id: string
  revenue_cents: number
}

export interface Partners {
  colleagues: number | null
  created_at: Date
  external_id: string | null
  id: string
  main_contract: ContractStatus | null
  main_person_id: string
  merged_at: Date | null
  merged_into: string | null
}

export interface PartnerTiers {
  archived_at: Date | null
  commission_rate: Numeric
  id: string
  max_revenue_cents: number | null
  min_revenue_cents: number
  name: string
  names: JSONColumnType<Names, string | undefined, string>
  tier_order: number | null
}

export interface PartnerViews {
  ends_at: Date
  partner_id: string
  person_id: string
  session_id: string
  started_at: Date
}

export interface PasswordResets {
  created_at: Date
  expires_at: Date
  id: string
  used_at: Date | null
  user_id: string
}

export interface PaymentInfos {
  account_holder: Generated<string>
  address: string
  building_number: Generated<string>
  company: string
  country: string
  iban_changed_at: Date
  iban_checks_out: boolean
  iban_digest: GeneratedAlways<string | null>
  iban_encrypted: string
  iban_end_fingerprint: string | null
  iban_fingerprint: string | null
  iban_mask_encrypted: string | null
  iban_seal: string | null
  partner_id: string
  postal_country: Generated<string>
  postcode: Generated<string>
  street: Generated<string>
  town: Generated<string>
  updated_at: Date
}

export interface PayoutExclusions {
  amount_cents: number
  commission_id: string | null
  id: string
  partner_id: string
  reason: string
  run_id: string
}

export interface PayoutFileLines {
  bank_reasons: JSONColumnType<BankReasons | null, string | null, string | null>
  bank_status: string | null
  changed_at: Date
  end_to_end_id: string
  held_out: Generated<boolean>
  holder: string
  id: string
  instruction_id: string
  payee_match: PayeeMatch | null
  payee_name: string | null
  payout_file_id: string
  payout_id: string
  position: number
  problems: JSONColumnType<KeptProblems | null, string | null, string | null>
  reasons: Generated<string>
  state: Generated<PayoutLineState>
  total_cents: number
}

export interface PayoutFiles {
  batch_booking: boolean
  created_at: Date
  created_by: string
  execute_on: string
  file_id: string
  format: PayoutFormat
  id: string
  instant: boolean
  line_count: number
  message_id: string
  replaces_id: string | null
  sha256: string
  total_cents: number
  withdraw_reason: string | null
  withdrawn_at: Date | null
  withdrawn_by: string | null
}

export interface PayoutRuns {
  id: string
  issued_at: Date
  issued_by: string
  payable_until: string
}

export interface Payouts {
  accepted_at: Date | null
  approved_alone: Generated<boolean>
  approved_at: Date | null
  approved_by: string | null
  bank_reasons: JSONColumnType<BankReasons | null, string | null, string | null>
  billing_mode: BillingMode | null
  cancel_reason: string | null
  cancelled_at: Date | null
  commission_count: number
  contest_until: Date
  id: string
  issued_at: Date
  issued_by: string
  net_cents: number
  paid_at: Date | null
  paid_on: string | null
  partner_id: string
  payment_reference: Generated<string>
  reference: string
  reject_reason: string | null
  rejected_at: Date | null
  run_id: string
  sent_at: Date | null
  statement: JSONColumnType<Statement, string, never>
  statement_file_id: string | null
  status: Generated<PayoutStatus>
  total_cents: GeneratedAlways<number>
  vat_cents: Generated<number>
}

export interface PeopleRequestChoices {
  decided_at: Date
  decided_by: string
  item: string
  reason: Generated<string>
  request_id: string
  shown: boolean
}

export interface PeopleRequests {
  answered_at: Date | null
  answered_by: string | null
  channel: RequestChannel
  due_at: Date
  email: Generated<string>
  entered_by: string | null
  expires_at: Date
  extended_at: Date | null
  extension_reason: Generated<string>
  id: string
  message: Generated<string>
  name: Generated<string>
  open_until: Date | null
  outcome: RequestOutcome | null
  phone: Generated<string>
  proved_at: Date | null
  received_at: Date
  recognised: Generated<string>
  refused_at: Date | null
  report: Generated<string>
  wish: Wish
}

export interface Profiles {
  address_taken: Generated<boolean>
  company: Generated<string>
  company_key: GeneratedAlways<string>
  created_at: Date
  deleted_at: Date | null
  email: string
  full_name: string
  joined_at: Date | null
  language: string | null
  name_key: GeneratedAlways<string>
  search_text: GeneratedAlways<string>
  second_factor_reset_at: Date | null
  user_id: string
}

export interface ProgrammeSettings {
  acceptance_days: Generated<number>
  account_accrued: Generated<string>
  account_bank: Generated<string>
  account_commissions: Generated<string>
  account_suppliers: Generated<string>
  account_vat: Generated<string>
  ape: Generated<string>
  bank_contract: Generated<string>
  batch_booking: Generated<boolean>
  bic: Generated<string>
  building_number: Generated<string>
  changed_at: Date | null
  commission_basis: Generated<CommissionBasis>
  country: Generated<string>
  declaration_contact: Generated<string>
  declaration_email: Generated<string>
  declaration_phone: Generated<string>
  electronic_address: Generated<string>
  extension_months: Generated<number>
  file_format: Generated<PayoutFormat>
  iban_encrypted: string | null
  id: Generated<boolean>
  instant_transfers: Generated<boolean>
  invoice_required: Generated<boolean>
  legal_form: Generated<string>
  legal_name: Generated<string>
  minimum_payout_cents: Generated<number>
  occasional_cents: Generated<number>
  occasional_payments: Generated<number>
  other_ibans_encrypted: Generated<string[]>
  pays_wages: Generated<boolean>
  postcode: Generated<string>
  protection_months: Generated<number>
  registration_hours: Generated<number>
  registrations: Generated<boolean>
  second_approval_above_cents: Generated<number>
  settled_is_paid: Generated<boolean>
  silent_acceptance: Generated<boolean>
  siren: Generated<string>
  siret: Generated<string>
  street: Generated<string>
  time_zone: Generated<string>
  town: Generated<string>
  vat_number: Generated<string>
  vigilance_hold: Generated<boolean>
  vigilance_percent: Generated<number>
  vigilance_threshold_cents: Generated<number>
}

export interface ProviderAccounts {
  issuer: string
  last_used_at: Date
  linked_at: Date
  subject: string
  user_id: string
}

export interface ProviderSignIns {
  browser_hash: string
  created_at: Date
  expires_at: Date
  id: string
  issuer: string
  provider_id: string
}

export interface Reminders {
  after_days: number | null
  contract_id: string | null
  id: string
  invitation_id: string | null
  sent_at: Date
  sent_by: string | null
}

export interface ResourceOpens {
  opened_at: Date
  resource_id: string
  user_id: string
  version: number
}

export interface Resources {
  category: Generated<ResourceCategory>
  change_note: string | null
  created_at: Date
  description: Generated<string>
  file_id: string | null
  id: string
  link: string | null
  min_tier_id: string | null
  revised_at: Date | null
  title: string
  version: Generated<number>
}

export interface ResourceVersions {
  change_note: string | null
  file_id: string | null
  link: string | null
  published_at: Date
  replaced_at: Date
  replaced_by: string | null
  resource_id: string
  version: number
}

export interface SavedViews {
  id: string
  name: string
  page: PagePath
  query: string
  saved_at: Date
  user_id: string
}

export interface ScopeRights {
  right_name: Right
  scope: string
}

export interface SealKeys {
  chain: string
  encrypted_key: string | null
  fingerprint: string
  first_used_at: Generated<Date>
}

export interface Settings {
  accent_colour: string
  address: Generated<string>
  colleagues: Generated<number>
  contact_email: Generated<string>
  erasure_days: Generated<number>
  id: Generated<boolean>
  language: Generated<string>
  links: JSONColumnType<Readonly<Record<string, string>>, string | undefined, string>
  logo_file_id: string | null
  notices_automatic: Generated<boolean>
  provider_name: string
  sign_in_links: Generated<boolean>
  tagline: Generated<string>
  taglines: JSONColumnType<Names, string | undefined, string>
}

export interface SetupChecklist {
  dismissed_at: Date | null
  id: Generated<boolean>
  mail_error: string | null
  mail_tested_at: Date | null
  tiers_seen_at: Date | null
}

export interface SetupLinks {
  created_at: Date
  id: string
}

export interface Signatures {
  certificate_sha256: string
  code_id: string | null
  contract_id: string
  countersign_code_id: string | null
  document_sha256: string | null
  evidence: JSONColumnType<Record<string, unknown>, string, never>
  file_id: string
  file_sha256: string
  id: string
  level: SignatureLevel
  reference: string
  revoke_reason: string | null
  revoked_at: Date | null
  revoked_by: string | null
  role: SignatureRole
  route: SignRoute
  signed_at: Date
  signer_id: string
}

export interface SigningCodes {
  contract_id: string
  created_at: Date
  document_sha256: string
  expires_at: Date
  id: string
  tries: Generated<number>
  used_at: Date | null
  user_id: string
}

export interface SignInLinks {
  browser_hash: string
  created_at: Date
  expires_at: Date
  id: string
  used_at: Date | null
  user_id: string
}

export interface StaffRights {
  right_name: Right
  staff_role: StaffRole
}

export interface SupplierCodes {
  code: string
  partner_id: string
}

export interface TemplateSettings {
  id: Generated<boolean>
  tier_amendment_template_id: string | null
  tier_amendments_on: Generated<boolean>
}

export interface TierAmendments {
  contract_id: string | null
  created_at: Date
  partner_id: string
  tier_id: string
}

export interface TimestampOutages {
  checked_at: Date
  reason: string
  since: Date
  url: string
}

export interface UnreadHead {
  id: Generated<boolean>
  journal_seq: number
  marked_events: number
}

export interface UnreadLeads {
  event_name: UnreadEvent
  latest_at: Date
  lead_id: string
  part: UnreadPart
  since: Date
  user_id: string
}

export interface UploadedInvoices {
  decided_at: Date | null
  decided_by: string | null
  file_id: string
  id: string
  issued_on: string
  net_cents: number
  number: string
  partner_id: string
  payout_id: string
  refuse_reason: string | null
  status: Generated<UploadedInvoiceStatus>
  submitted_at: Date
  vat_cents: number
}

export interface UserRoles {
  by_provider: Generated<boolean>
  role: StoredRole
  staff_role: StaffRole | null
  user_id: string
}

export interface VigilanceDocuments {
  decided_at: Date | null
  decided_by: string | null
  expires_on: string | null
  file_id: string | null
  id: string
  issued_on: string | null
  kind: VigilanceKind
  label: Generated<string>
  partner_id: string
  received_at: Date | null
  refuse_reason: string | null
  requested_at: Date | null
  requested_by: string | null
  security_code: Generated<string>
  status: VigilanceStatus
}

export interface VigilanceReminders {
  days_left: number
  document_id: string
  sent_at: Date
}

export interface WebhookDeliveries {
  answer: string | null
  attempts: Generated<number>
  body: string
  created_at: Date
  duration_ms: number | null
  endpoint_id: string
  error: string | null
  event_id: string | null
  event_name: DeliveredEvent
  id: string
  last_attempt_at: Date | null
  next_attempt_at: Date | null
  problem: JSONColumnType<DeliveryProblem | null, string | null, string | null>
  state: DeliveryState
  status: number | null
  tries: Generated<number>
}

export interface WebhookEndpoints {
  created_at: Date
  created_by: string
  description: Generated<string>
  disabled_because: DisabledReason | null
  enabled: boolean
  events: WebhookEvent[]
  failing_since: Date | null
  id: string
  previous_secret_encrypted: string | null
  previous_secret_until: Date | null
  secret_encrypted: string
  url: string
}

export interface DB {
  accounting_closings: AccountingClosings
  accounting_entries: AccountingEntries
  announcement_recipients: AnnouncementRecipients
  announcements: Announcements
  api_keys: ApiKeys
  appointment_notices: AppointmentNotices
  appointments: Appointments
  'auth.accounts': AuthAccounts
  'auth.ended_sessions': AuthEndedSessions
  'auth.passkeys': AuthPasskeys
  'auth.sessions': AuthSessions
  'auth.users': AuthUsers
  bank_account_answers: BankAccountAnswers
  bank_answers: BankAnswers
  billing_profiles: BillingProfiles
  booked_clients: BookedClients
  carried_jobs: CarriedJobs
  client_addresses: ClientAddresses
  client_confirmations: ClientConfirmations
  client_denials: ClientDenials
  client_invoices: ClientInvoices
  client_mail_counts: ClientMailCounts
  client_payments: ClientPayments
  commission_facts: CommissionFacts
  commission_rule_versions: CommissionRuleVersions
  commission_rules: CommissionRules
  commission_stats: CommissionStats
  commission_totals: CommissionTotals
  commissions: Commissions
  contract_template_versions: ContractTemplateVersions
  contract_templates: ContractTemplates
  contract_texts: ContractTexts
  contracts: Contracts
  countersign_codes: CountersignCodes
  das2_exports: Das2Exports
  data_periods: DataPeriods
  declaration_requests: DeclarationRequests
  declared_payments: DeclaredPayments
  disputes: Disputes
  document_views: DocumentViews
  email_changes: EmailChanges
  erasure_leads: ErasureLeads
  erasure_mentions: ErasureMentions
  erasures: Erasures
  events: Events
  failed_jobs: FailedJobs
  files: Files
  idempotency_keys: IdempotencyKeys
  identity_providers: IdentityProviders
  import_mappings: ImportMappings
  import_rows: ImportRows
  imported_rows: ImportedRows
  imports: Imports
  installation: Installation
  introduction_forms: IntroductionForms
  introduction_links: IntroductionLinks
  invitations: Invitations
  invoice_codes: InvoiceCodes
  invoice_files: InvoiceFiles
  invoice_handovers: InvoiceHandovers
  invoice_lines: InvoiceLines
  invoice_platform_statuses: InvoicePlatformStatuses
  invoices: Invoices
  journal: Journal
  journal_head: JournalHead
  journal_roots: JournalRoots
  journal_salts: JournalSalts
  last_visits: LastVisits
  lead_comments: LeadComments
  lead_fields: LeadFields
  lead_files: LeadFiles
  lead_notices: LeadNotices
  lead_receipts: LeadReceipts
  lead_registrations: LeadRegistrations
  lead_shares: LeadShares
  lead_signings: LeadSignings
  lead_staff_fields: LeadStaffFields
  lead_stages: LeadStages
  lead_stats: LeadStats
  lead_terms: LeadTerms
  lead_totals: LeadTotals
  leads: Leads
  mails: Mails
  maintenance: Maintenance
  news_digests: NewsDigests
  news_settings: NewsSettings
  notice_texts: NoticeTexts
  notification_choices: NotificationChoices
  number_series: NumberSeries
  offer_names: OfferNames
  offers: Offers
  partner_members: PartnerMembers
  partner_notes: PartnerNotes
  partner_revenue: PartnerRevenue
  partner_tiers: PartnerTiers
  partner_views: PartnerViews
  partners: Partners
  password_resets: PasswordResets
  payment_infos: PaymentInfos
  payout_exclusions: PayoutExclusions
  payout_file_lines: PayoutFileLines
  payout_files: PayoutFiles
  payout_runs: PayoutRuns
  payouts: Payouts
  people_request_choices: PeopleRequestChoices
  people_requests: PeopleRequests
  profiles: Profiles
  programme_settings: ProgrammeSettings
  provider_accounts: ProviderAccounts
  provider_sign_ins: ProviderSignIns
  reminders: Reminders
  resource_opens: ResourceOpens
  resource_versions: ResourceVersions
  resources: Resources
  saved_views: SavedViews
  scope_rights: ScopeRights
  seal_keys: SealKeys
  settings: Settings
  setup_checklist: SetupChecklist
  setup_links: SetupLinks
  sign_in_links: SignInLinks
  signatures: Signatures
  signing_codes: SigningCodes
  staff_rights: StaffRights
  supplier_codes: SupplierCodes
  template_settings: TemplateSettings
  tier_amendments: TierAmendments
  timestamp_outages: TimestampOutages
  unread_head: UnreadHead
  unread_leads: UnreadLeads
  uploaded_invoices: UploadedInvoices
  user_roles: UserRoles
  vigilance_documents: VigilanceDocuments
  vigilance_reminders: VigilanceReminders
  webhook_deliveries: WebhookDeliveries
  webhook_endpoints: WebhookEndpoints
}
