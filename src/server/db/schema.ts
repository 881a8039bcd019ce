// Written by 'npm run db:types' from the migrated schema: do not edit.

import type { WrittenBody } from '#api/templates.ts'
import type { Inspection } from '#api/uploads.ts'
import type { AudienceKind, EventName, EventOrigin } from '#domain/activity.ts'
import type { Role } from '#domain/actor.ts'
import type { PayoutFormat } from '#domain/bank/payout-batch.ts'
import type { BillingMode, BillingRegime } from '#domain/billing.ts'
import type { ClientPaymentKind } from '#domain/client-payments.ts'
import type { CommissionBasis, CommissionKind, CommissionStatus } from '#domain/commissions.ts'
import type { ContractStatus, ContractType, SigningMethod } from '#domain/contracts.ts'
import type { DisputeKind, DisputeState } from '#domain/disputes.ts'
import type { FileKind, FilePurpose } from '#domain/files.ts'
import type { LeadStatus, OfferType } from '#domain/leads.ts'
import type { MailKind, NotificationKind } from '#domain/notifications.ts'
import type { PayoutStatus } from '#domain/payouts.ts'
import type { ResourceCategory } from '#domain/resources.ts'
import type { SessionMethod } from '#domain/session-methods.ts'
import type { DocumentViewMethod, SignatureLevel, SignatureRole, SignRemark, SignRoute } from '#domain/signing.ts'
import type { Statement } from '#domain/statements.ts'
import type { ColumnType, GeneratedAlways, JSONColumnType } from 'kysely'

export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

export type Numeric = ColumnType<string, number | string, number | string>

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

export interface BillingProfiles {
  building_number: Generated<string>
  corrected_at: Date | null
  country: string
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

export interface ClientPayments {
  created_at: Date
  id: string
  kind: Generated<ClientPaymentKind>
  lead_id: string
  net_cents: number
  received_on: string
  recorded_by: string
  reference: string
  refunds_id: string | null
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
  partner_id: string
  partner_key: Generated<string>
  payable_by: Date | null
  payment_reference: Generated<string>
  payout_id: string | null
  revenue_cents: number
  reverses_id: string | null
  search_text: Generated<string>
  status: Generated<CommissionStatus>
  tier_name: string
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
  contract_type: ContractType
  countersigned_at: Date | null
  created_at: Date
  decline_reason: string | null
  declined_at: Date | null
  file_id: string | null
  id: string
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
  name: string
}

export interface ContractTemplateVersions {
  body: JSONColumnType<WrittenBody, string, never>
  created_at: Date
  created_by: string
  id: string
  template_id: string
  title: string
  version: number
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
  user_id: string
  way: DocumentViewMethod
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

export interface Installation {
  id: Generated<boolean>
  secret_fingerprint: string
  store_mark: string
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

export interface LeadComments {
  author_id: string
  body: string
  created_at: Date
  dispute_id: string | null
  id: string
  lead_id: string | null
}

export interface Leads {
  company: string
  company_key: GeneratedAlways<string>
  created_at: Date
  email: string
  estimated_amount_cents: number
  id: string
  name: string
  notes: Generated<string>
  offer_type: OfferType
  partner_id: string
  phone: Generated<string>
  possible_duplicate_of: string | null
  search_text: GeneratedAlways<string>
  status: Generated<LeadStatus>
  updated_at: Date
  website: Generated<string>
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

export interface NotificationChoices {
  changed_at: Date
  switched_off: NotificationKind[]
  user_id: string
}

export interface NumberSeries {
  last_number: number
  series: string
}

export interface PartnerRevenue {
  amount_cents: number
  partner_id: string
  revenue_cents: number
}

export interface PartnerTiers {
  commission_rate: Numeric
  id: string
  max_revenue_cents: number | null
  min_revenue_cents: number
  name: string
  tier_order: number
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
  cancel_reason: string | null
  cancelled_at: Date | null
  commission_count: number
  contest_until: Date
  id: string
  issued_at: Date
  issued_by: string
  net_cents: number
  paid_at: Date | null
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

export interface Profiles {
  company: Generated<string>
  company_key: GeneratedAlways<string>
  created_at: Date
  deleted_at: Date | null
  email: string
  full_name: string
  joined_at: Date | null
  main_contract: ContractStatus | null
  name_key: GeneratedAlways<string>
  search_text: GeneratedAlways<string>
  user_id: string
}

export interface ProgrammeSettings {
  acceptance_days: Generated<number>
  bank_contract: Generated<string>
  batch_booking: Generated<boolean>
  bic: Generated<string>
  building_number: Generated<string>
  changed_at: Date | null
  commission_basis: Generated<CommissionBasis>
  country: Generated<string>
  file_format: Generated<PayoutFormat>
  iban_encrypted: string | null
  id: Generated<boolean>
  invoice_required: Generated<boolean>
  legal_form: Generated<string>
  legal_name: Generated<string>
  minimum_payout_cents: Generated<number>
  postcode: Generated<string>
  second_approval_above_cents: Generated<number>
  siren: Generated<string>
  street: Generated<string>
  town: Generated<string>
  vat_number: Generated<string>
}

export interface Resources {
  category: Generated<ResourceCategory>
  created_at: Date
  description: Generated<string>
  file_id: string | null
  id: string
  link: string | null
  min_tier_id: string | null
  title: string
}

export interface Settings {
  accent_colour: string
  address: Generated<string>
  contact_email: Generated<string>
  id: Generated<boolean>
  logo_file_id: string | null
  provider_name: string
  tagline: Generated<string>
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

export interface UserRoles {
  role: Role
  user_id: string
}

export interface DB {
  'auth.accounts': AuthAccounts
  'auth.sessions': AuthSessions
  'auth.users': AuthUsers
  billing_profiles: BillingProfiles
  client_payments: ClientPayments
  commission_stats: CommissionStats
  commission_totals: CommissionTotals
  commissions: Commissions
  contract_template_versions: ContractTemplateVersions
  contract_templates: ContractTemplates
  contracts: Contracts
  countersign_codes: CountersignCodes
  disputes: Disputes
  document_views: DocumentViews
  events: Events
  failed_jobs: FailedJobs
  files: Files
  idempotency_keys: IdempotencyKeys
  installation: Installation
  invitations: Invitations
  lead_comments: LeadComments
  lead_stats: LeadStats
  lead_terms: LeadTerms
  lead_totals: LeadTotals
  leads: Leads
  mails: Mails
  notification_choices: NotificationChoices
  number_series: NumberSeries
  partner_revenue: PartnerRevenue
  partner_tiers: PartnerTiers
  password_resets: PasswordResets
  payment_infos: PaymentInfos
  payout_exclusions: PayoutExclusions
  payout_runs: PayoutRuns
  payouts: Payouts
  profiles: Profiles
  programme_settings: ProgrammeSettings
  resources: Resources
  settings: Settings
  setup_links: SetupLinks
  signatures: Signatures
  signing_codes: SigningCodes
  template_settings: TemplateSettings
  tier_amendments: TierAmendments
  timestamp_outages: TimestampOutages
  user_roles: UserRoles
}
