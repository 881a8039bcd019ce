import { m } from '../messages/messages.ts'
import { textOf, texts, type Words } from './languages.ts'

/**
 * All expected errors (business rules, permissions, limits) with their HTTP status. Exhaustive: other codes do not compile,
 * and the browser must have a message for each.
 */
export const refusals = {
  invalid_input: 422,
  malformed_request: 400,
  not_found: 404,
  method_not_allowed: 405,
  payload_too_large: 413,
  address_too_long: 414,
  headers_too_large: 431,
  request_timeout: 408,
  unsupported_media_type: 415,
  not_signed_in: 401,
  not_allowed: 403,
  /** The caller's staff role lacks the right that the route needs. */
  right_missing: 403,
  /** The caller's role at their partner does not allow it. */
  partner_role_missing: 403,
  /** A partner has as many people as the provider allows. */
  team_full: 409,
  main_person_stays: 409,
  /** An owner has objected to a role, and nobody of the staff has answered yet. */
  role_objected: 409,
  /** Whoever gave a role does not keep it against an objection. */
  own_appointment: 403,
  last_owner: 409,
  /** What was confirmed is not what there is any more. */
  preview_outdated: 409,
  /** Somebody of the partner still has something to do. */
  merge_impossible: 409,
  /** A member of staff views the portal as a partner, which allows neither changes nor secrets. */
  viewing_as_partner: 403,
  /** Unknown, revoked or expired. */
  api_key_invalid: 401,
  /** The API key is not allowed to call this route. */
  api_scope_missing: 403,
  cross_site_request: 403,
  /** The portal's page is open at an address that PUBLIC_URL does not fit: nobody could stay signed in there. */
  wrong_address: 403,
  contract_not_signed: 403,
  too_many_requests: 429,
  idempotency_key_reused: 422,
  idempotency_in_progress: 409,

  invalid_credentials: 401,
  second_factor_expired: 401,
  second_factor_invalid: 401,
  two_factor_already_on: 409,
  two_factor_off: 409,
  bank_details_wait: 409,
  wrong_password: 403,
  confirmation_required: 403,
  iban_unreadable: 409,
  billing_changed: 409,
  password_too_common: 422,
  setup_closed: 409,
  link_invalid: 410,
  link_of_other_browser: 403,
  passkey_invalid: 403,
  too_many_passkeys: 409,
  sign_in_way_off: 409,
  provider_unreachable: 503,
  provider_answer_refused: 403,
  provider_declined: 403,
  provider_sign_in_expired: 410,
  provider_address_unverified: 403,
  provider_not_invited: 403,
  provider_not_for_partner: 403,
  provider_other_account: 409,
  provider_account_ended: 403,

  email_taken: 409,
  invitation_not_pending: 409,
  link_is_mailed: 409,
  own_role: 403,
  last_administrator: 409,
  administrator_not_deletable: 403,
  partner_not_active: 409,

  external_id_taken: 409,
  lead_of_other_partner: 409,
  /** A partner decides about the money of another one. */
  lead_is_shared: 409,
  lead_share_awaits_client: 409,
  lead_moved_meanwhile: 409,
  lead_not_lost: 409,
  lead_is_signed: 409,
  company_held: 409,
  registration_refused: 409,
  registration_answered: 409,
  registration_conflict: 409,
  registration_not_first: 409,
  registration_undecided: 409,
  registration_step_impossible: 409,
  announcement_without_recipients: 409,
  resource_changed: 409,
  own_registration: 403,
  lead_has_settled_commission: 409,
  partner_required: 422,
  client_mail_changed: 409,
  client_not_askable: 409,
  client_not_reachable: 409,
  form_expired: 409,
  form_used: 409,
  introduction_link_disabled: 409,

  commission_not_pending: 409,
  commission_not_validated: 409,
  commission_exists: 409,
  commissions_changed: 409,
  commission_of_lead: 409,
  commission_held: 409,
  commission_not_held: 409,
  commission_not_settled: 409,
  commission_awaits_client: 409,
  commission_rate_frozen: 409,
  own_commission: 403,
  commission_disputed: 409,
  payout_contested: 409,
  mandate_missing: 409,
  mandate_by_hand: 409,
  invoice_credited: 409,
  document_day_past: 409,
  dispute_exists: 409,
  dispute_closed: 409,
  dispute_not_corrected: 409,
  commission_in_payout: 409,

  payouts_changed: 409,
  payout_not_issued: 409,
  payout_needs_second: 403,
  payout_step_impossible: 409,
  payout_needs_invoice: 409,
  invoice_not_expected: 409,
  invoice_differs: 422,
  invoice_exists: 409,
  invoice_number_taken: 409,
  invoice_decided: 409,
  too_many_documents: 422,
  documents_changed: 409,
  handover_impossible: 409,
  platform_status_impossible: 409,
  year_not_over: 409,
  period_not_closable: 409,
  period_not_reopenable: 409,
  reopening_needs_second: 403,
  supplier_code_taken: 409,

  bank_file_unreadable: 422,
  bank_answer_changed: 409,
  bank_answer_empty: 409,
  payout_file_blocked: 409,
  payout_file_unconfirmed: 409,
  payout_file_settled: 409,
  payout_file_unreadable: 409,
  payout_blocked: 409,
  document_in_check: 409,
  document_decided: 409,
  own_document: 403,

  lead_not_signed: 409,
  lead_paid_by_hand: 409,
  lead_has_client_payments: 409,
  lead_has_own_rule: 409,
  rule_takes_nothing_back: 409,
  client_left_already: 409,
  recurring_undecided: 409,
  partner_active: 409,
  remainder_not_open: 409,
  client_payment_differs: 409,
  client_payment_above_expected: 409,
  client_payment_before_signature: 409,
  import_not_open: 409,
  import_incomplete: 409,
  import_rows_refused: 422,
  refund_exceeds_payment: 409,
  client_invoice_exists: 409,
  client_invoice_paid: 409,

  contract_missing: 409,
  contract_not_pending: 409,
  contract_already_pending: 409,
  contract_signed_kept: 409,
  contract_replaced: 409,
  main_contract_first: 409,
  document_not_opened: 409,
  document_changed: 409,
  document_unsignable: 422,
  document_unreadable: 422,
  inspection_unavailable: 503,
  signing_code_wrong: 403,
  signing_code_expired: 410,
  seal_failed: 503,
  mail_unavailable: 503,

  webhook_off: 409,

  template_changed_meanwhile: 409,
  template_in_use: 409,
  template_archived: 409,
  document_not_made: 503,
  template_values_missing: 409,
  characters_unprintable: 422,

  tiers_not_contiguous: 422,
  tier_in_use: 409,
  /** What the caller would overwrite is no longer as they saw it. */
  changed_meanwhile: 409,
  settings_changed_meanwhile: 409,
  stages_changed_meanwhile: 409,
  programme_changed_meanwhile: 409,
  programme_not_importable: 409,
  stage_stays: 409,
  stage_in_use: 409,
  stage_closed: 409,
  stage_asks: 422,
  fields_changed_meanwhile: 409,
  field_in_use: 409,
  field_values_unfit: 409,
  offers_changed_meanwhile: 409,
  commission_rules_changed_meanwhile: 409,
  rule_pays_more_than_revenue: 409,
  rule_version_in_force: 409,
  offer_in_use: 409,
  last_open_offer: 409,
  tiers_changed_meanwhile: 409,

  file_too_large: 422,
  file_type_not_allowed: 422,
  file_missing: 422,
  upload_not_found: 409,
  file_infected: 422,
  file_not_scannable: 422,
  scanner_unavailable: 503,

  storage_full: 507,
  /** The object store does not answer. */
  files_unavailable: 503,
  database_busy: 503,
  /** The database is unreachable or read-only; nothing was changed. */
  database_unavailable: 503,
  /** The commit was sent but not acknowledged; the change may have happened. */
  outcome_unknown: 503,
  shutting_down: 503,
  /** The operator has closed the portal for everybody. */
  maintenance: 503,
  internal: 500,
} as const satisfies Record<string, number>

export type RefusalCode = keyof typeof refusals

/** A validation error: `path` as in the request (`email`, `tiers.0.name`), `message` ready to display. */
export interface FieldError {
  readonly path: string
  readonly message: string
}

/** Sentences of the codes that need no other words; every other refusal brings its own, or does not compile. */
const sentences = texts({
  not_signed_in: m.pleaseSignIn,
  not_allowed: m.notAllowed,
  not_found: m.notFound,
  contract_not_signed: m.contractNotSigned,
})
type SelfExplainedCode = keyof typeof sentences

interface RefusalDetails {
  readonly facts?: Record<string, string | number>
  readonly fields?: readonly FieldError[]
}

/** An expected error. Anything else that is thrown is a bug and is answered with `internal`. */
export class Refusal extends Error {
  readonly code: RefusalCode
  /** Details for the message, such as the current status, the size limit or the seconds to wait. */
  readonly facts: Readonly<Record<string, string | number>>
  readonly fields: readonly FieldError[]

  constructor(code: SelfExplainedCode, detail?: Words, more?: RefusalDetails)
  constructor(code: RefusalCode, detail: Words, more?: RefusalDetails)
  constructor(code: RefusalCode, detail?: Words, more: RefusalDetails = {}) {
    super(textOf(detail ?? sentences[code as SelfExplainedCode]))
    this.name = 'Refusal'
    this.code = code
    this.facts = more.facts ?? {}
    this.fields = more.fields ?? []
  }

  get status(): number {
    return refusals[this.code]
  }
}

/** The refusal of what a field says; `path` as in the request, where the message is shown. */
export function fieldRefusal(path: string, message: string, code: RefusalCode = 'invalid_input'): Refusal {
  return new Refusal(code, message, { fields: [{ path, message }] })
}

/** Refuses what a field says unless the condition holds. */
export function refuseFieldUnless(
  condition: unknown,
  path: string,
  message: string,
  code: RefusalCode = 'invalid_input',
): asserts condition {
  if (!condition) throw fieldRefusal(path, message, code)
}

/** Throws a Refusal unless the condition holds. */
export function refuseUnless(condition: unknown, code: SelfExplainedCode, detail?: Words): asserts condition
export function refuseUnless(condition: unknown, code: RefusalCode, detail: Words): asserts condition
export function refuseUnless(condition: unknown, code: RefusalCode, detail?: Words): asserts condition {
  if (!condition) throw new Refusal(code as SelfExplainedCode, detail)
}
