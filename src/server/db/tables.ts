import type { ColumnType, Generated, RawBuilder } from 'kysely'
import type { Role } from '#domain/actor.ts'
import type { Audience, EventName } from '#domain/activity.ts'
import type { CommissionStatus } from '#domain/commissions.ts'
import type { ContractStatus, ContractType } from '#domain/contracts.ts'
import type { SignRemark, SignRoute } from '#domain/signing.ts'
import type { FileKind, FilePurpose } from '#domain/files.ts'
import type { LeadStatus, OfferType } from '#domain/leads.ts'
import type { NotificationKind } from '#domain/notifications.ts'
import type { ResourceCategory } from '#domain/resources.ts'
import type { SessionMethod } from '#domain/session-methods.ts'
import type { Inspection } from '#api/uploads.ts'
import type { TimestampOutagesTable } from '../sealing/tables.ts'
import type { CountersignCodes, DocumentViews, Signatures, SigningCodes } from '../signing/tables.ts'
import type { ContractTemplates, ContractTemplateVersions, TemplateSettings, TierAmendments } from '../templates/tables.ts'
import type { FailedJobs, Mails } from '../mail/tables.ts'

/** numeric comes back as text, so that no decimal passes through a float on the way. */
type Numeric = ColumnType<string, number | string, number | string>
/** JSON is written as text and read parsed. */
type Json<T> = ColumnType<T | null, string | null, string | null>

interface Profiles {
  user_id: string
  full_name: string
  company: Generated<string>
  email: string
  created_at: Date
  joined_at: Date | null
  deleted_at: Date | null
}

interface Invitations {
  id: string
  user_id: string
  invited_by: string | null
  created_at: Date
  expires_at: Date
  accepted_at: Date | null
  withdrawn_at: Date | null
}

interface PasswordResets {
  id: string
  user_id: string
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

interface PartnerTiers {
  id: string
  name: string
  tier_order: number
  min_revenue_cents: number
  max_revenue_cents: number | null
  commission_rate: Numeric
}

interface Leads {
  id: string
  partner_id: string
  name: string
  company: string
  email: string
  phone: Generated<string>
  website: Generated<string>
  estimated_amount_cents: number
  offer_type: OfferType
  notes: Generated<string>
  status: Generated<LeadStatus>
  created_at: Date
  updated_at: Date
  /** Kept by the database: what a search is compared with. */
  search_text: ColumnType<string, never, never>
  /** Kept by the database: the company's name as it is compared. */
  company_key: ColumnType<string, never, never>
  /** The lead that was there first. */
  possible_duplicate_of: Generated<string | null>
}

interface LeadComments {
  id: string
  lead_id: string
  author_id: string
  body: string
  created_at: Date
}

interface Commissions {
  id: string
  partner_id: string
  lead_id: string | null
  revenue_cents: number
  commission_rate: Numeric
  tier_name: string
  amount_cents: number
  status: Generated<CommissionStatus>
  created_at: Date
  validated_at: Date | null
  paid_at: Date | null
  description: Generated<string>
}

interface Files {
  id: string
  purpose: FilePurpose
  name: string
  kind: FileKind
  size: number
  sha256: string
  uploaded_by: string | null
  created_at: Date
  claimed_at: Date | null
  inspection: Json<Inspection>
}

interface Contracts {
  id: string
  user_id: string
  contract_type: ContractType
  status: Generated<ContractStatus>
  title: string
  file_id: string | null
  link: string | null
  created_at: Date
  signed_at: Date | null
  signed_by: 'manual' | 'electronic' | null
  sign_route: SignRoute | null
  remarks: Generated<SignRemark[]>
  amends_id: string | null
  opened_at: Date | null
  code_sent_at: Date | null
  declined_at: Date | null
  decline_reason: string | null
  countersigned_at: Date | null
  scan_file_id: string | null
  revoked_at: Generated<Date | null>
  revoke_reason: Generated<string | null>
  template_version_id: Generated<string | null>
}

interface Resources {
  id: string
  title: string
  description: Generated<string>
  category: Generated<ResourceCategory>
  file_id: string | null
  link: string | null
  min_tier_id: string | null
  created_at: Date
}

interface PaymentInfos {
  partner_id: string
  company: string
  iban_encrypted: string
  iban_checks_out: boolean
  iban_changed_at: Date
  /** Kept by the database. */
  iban_digest: ColumnType<string, never, never>
  iban_seal: string | null
  address: string
  country: string
  updated_at: Date
}

interface LeadFigures {
  partner_id: string
  status: LeadStatus
  count: number
  amount_cents: number
}

interface CommissionFigures {
  partner_id: string
  status: CommissionStatus
  count: number
  revenue_cents: number
  amount_cents: number
}

/** Where a step came from. */
interface Origin {
  address: string
  agent: string
  method: SessionMethod | null
}

interface Events {
  id: string
  seq: Generated<number>
  name: EventName
  occurred_at: Date
  actor_id: string | null
  subject_id: string | null
  partner_id: string | null
  audience: Audience['kind']
  before: Json<Record<string, unknown>>
  after: Json<Record<string, unknown>>
  request_id: string | null
  origin: ColumnType<Origin | null, RawBuilder<unknown> | null, never>
}

interface IdempotencyKeys {
  actor_id: string
  key: string
  request_hash: string
  /** Encrypted; null while the request is being answered, and for an answer without a body. */
  response: string | null
  created_at: Date
}

interface NotificationChoices {
  user_id: string
  switched_off: NotificationKind[]
  changed_at: Date
}

interface Settings {
  id: Generated<boolean>
  provider_name: string
  tagline: Generated<string>
  accent_colour: string
  address: Generated<string>
  contact_email: Generated<string>
  logo_file_id: string | null
}

/** Sign-in tables that the product's own commands touch; the sign-in library has the rest to itself. */
interface AuthUsers {
  id: string
  name: string
  email: string
  email_verified: boolean
  created_at: Date
  updated_at: Date
}
interface AuthAccounts {
  id: string
  user_id: string
  account_id: string
  provider_id: string
  password: string | null
  created_at: Date
  updated_at: Date
}
interface AuthSessions {
  id: string
  user_id: string
  token: string
}

/** Rows as they are stored, for Kysely. Money in cents, times as Date. */
export interface Tables {
  profiles: Profiles
  user_roles: { user_id: string; role: Role }
  invitations: Invitations
  password_resets: PasswordResets
  setup_links: { id: string; created_at: Date }
  partner_tiers: PartnerTiers
  leads: Leads
  lead_comments: LeadComments
  commissions: Commissions
  files: Files
  contracts: Contracts
  resources: Resources
  payment_infos: PaymentInfos
  lead_figures: LeadFigures
  commission_figures: CommissionFigures
  events: Events
  idempotency_keys: IdempotencyKeys
  mails: Mails
  failed_jobs: FailedJobs
  notification_choices: NotificationChoices
  settings: Settings
  installation: { id: Generated<boolean>; store_mark: string; secret_fingerprint: string }
  signing_codes: SigningCodes
  timestamp_outages: TimestampOutagesTable
  signatures: Signatures
  document_views: DocumentViews
  countersign_codes: CountersignCodes
  contract_templates: ContractTemplates
  contract_template_versions: ContractTemplateVersions
  template_settings: TemplateSettings
  tier_amendments: TierAmendments
  'auth.users': AuthUsers
  'auth.accounts': AuthAccounts
  'auth.sessions': AuthSessions
}
