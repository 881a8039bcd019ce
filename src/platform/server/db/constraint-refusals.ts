import type { Message } from '#platform/domain/languages.ts'
import { fieldRefusal, Refusal, type RefusalCode } from '#platform/domain/refusal.ts'
import { m } from '#platform/messages/messages.ts'
import { commitUnknown, DatabaseError, diskFull, isUnavailable, readOnly, timedOut } from './database-error.ts'

type Answer = readonly [code: RefusalCode, text: Message, field?: string]

/** Maps constraint violations to refusals, for races that pass a command's own check, and for what the database alone checks. */
const refusalOfConstraint: Readonly<Record<string, Answer>> = {
  profiles_email_once: ['email_taken', m.addressInvited],
  leads_external_id_once: ['external_id_taken', m.leadExternalIdTaken],
  partners_external_id_once: ['external_id_taken', m.partnerExternalIdTaken],
  users_email_once: ['email_taken', m.addressTaken],
  partners_keep_an_owner: ['last_owner', m.lastOwner],
  partners_main_person_owns: ['main_person_stays', m.mainPersonKept],
  partners_main_person_joined: ['invalid_input', m.mainPersonJoined, 'personId'],
  partners_merged_closed: ['partner_not_active', m.mergedPartnerClosed],
  partners_merge_into_present: ['partner_not_active', m.mergedPartnerClosed],
  partners_stay_merged: ['partner_not_active', m.mergedPartnerClosed],
  last_administrator: ['last_administrator', m.lastAdministrator],
  administrators_stay: ['administrator_not_deletable', m.administratorsStay],
  commissions_own: ['own_commission', m.ownCommission],
  commissions_clawback_bound: ['commissions_changed', m.clawbackChanged],
  commissions_own_terms: ['commissions_changed', m.tierChanged],
  commissions_deal_once: ['commission_exists', m.commissionExists],
  commissions_disputed: ['commission_disputed', m.commissionDisputed],
  disputes_commission_once: ['dispute_exists', m.disputeExists],
  disputes_missing_once: ['dispute_exists', m.disputeExists],
  disputes_own: ['own_commission', m.ownDispute],
  leads_offer_type: ['invalid_input', m.offerNotKnown, 'offerType'],
  leads_status: ['invalid_input', m.stageNotKnown, 'to'],
  leads_stage_open: ['invalid_input', m.stageNotOpen, 'to'],
  leads_stage_passes: ['stage_closed', m.stageClosed],
  leads_stage_asks: ['stage_asks', m.stageAsksAmount, 'estimatedAmountCents'],
  leads_signed_amount: ['stage_asks', m.signatureAsksAmount, 'estimatedAmountCents'],
  leads_required: ['invalid_input', m.fieldRequired, 'fields'],
  leads_client_reached: ['invalid_input', m.clientNotReached, 'email'],
  leads_stage_asks_file: ['stage_asks', m.stageAsksFile, 'uploadId'],
  leads_offer_open: ['invalid_input', m.offerNotOpen, 'offerType'],
  leads_fields_known: ['invalid_input', m.fieldNotFilled, 'fields'],
  leads_fields_edited: ['invalid_input', m.fieldNotFilled, 'fields'],
  leads_fields_fit: ['invalid_input', m.fieldNotFilled, 'fields'],
  lead_fields_on_card: ['invalid_input', m.fieldsOnCard, 'onCard'],
  lead_fields_stay: ['invalid_input', m.fieldsStay, 'required'],
  offers_one_open: ['last_open_offer', m.lastOpenOffer],
  leads_signed_refused: ['registration_refused', m.refusedLeadNotSigned],
  leads_signed_elsewhere: ['company_held', m.heldLeadNotSigned],
  commissions_registered: ['registration_undecided', m.registrationUnanswered],
  lead_registrations_first: ['registration_conflict', m.otherLeadFirst],
  lead_registrations_forward: ['registration_answered', m.registrationAnswered],
  lead_registrations_appeal_once: ['registration_step_impossible', m.reviewOnce],
  lead_registrations_extension_once: ['registration_step_impossible', m.extensionOnce],
  lead_registrations_own: ['own_registration', m.ownLead],
  supplier_codes_once: ['supplier_code_taken', m.supplierCodeTaken],
  supplier_codes_partner_id_fkey: ['not_found', m.noSuchPartner],
  accounting_closings_once: ['period_not_closable', m.periodClosedMeanwhile],
  // When a lead is deleted.
  disputes_open_kept: ['commission_disputed', m.leadDisputed],
  payouts_four_eyes: ['payout_needs_second', m.secondApprovalNeeded],
  payouts_vigilance: ['payout_blocked', m.payoutAwaitsDocuments],
  vigilance_documents_open_once: ['document_in_check', m.documentInCheck],
  payouts_invoice: ['payout_needs_invoice', m.payoutAwaitsInvoice],
  uploaded_invoices_live_once: ['invoice_exists', m.payoutHasInvoice],
  uploaded_invoices_number_once: ['invoice_number_taken', m.invoiceNumberTaken],
  payouts_contested: ['payout_contested', m.payoutContested],
  // A file with the same payouts was made and withdrawn between preview and click.
  payout_file_lines_end_to_end_once: ['payouts_changed', m.payoutInOtherFile],
  payout_file_lines_instruction_once: ['payouts_changed', m.payoutInOtherFile],
  invoices_mandate_in_force: ['payouts_changed', m.mandateEnded],
  commissions_payout_not_held: ['commission_in_payout', m.commissionInPayout],
  partner_tiers_contiguous: ['tiers_not_contiguous', m.tiersContiguous],
  partner_tiers_of_rules: ['invalid_input', m.rulesNeedTiers, 'tiers'],
}

const refusalOfState: Readonly<Record<string, Answer>> = {
  [readOnly]: ['database_unavailable', m.databaseReadOnly],
  [diskFull]: ['storage_full', m.diskFull],
  [timedOut]: ['database_busy', m.tookTooLong],
  [commitUnknown]: ['outcome_unknown', m.outcomeUnknown],
  '55P03': ['database_busy', m.changedBySomebody],
  '40001': ['database_busy', m.changedBySomebody],
  '40P01': ['database_busy', m.changedBySomebody],
}

const unavailable = ['database_unavailable', m.databaseSilent] as const

/** Retry-After in seconds: locks are released sooner than a server restarts. */
const retryAfter: Partial<Record<RefusalCode, number>> = { database_busy: 2, database_unavailable: 5 }

/** SQLSTATE of a statement that the caller's role may not run, or whose row a policy does not let in. */
const insufficientPrivilege = '42501'

/** A policy that refuses what a command let through: the caller's rights were taken away in between. */
const rightsChanged = ['not_allowed', m.rightsChanged] as const

/** The refusal for a database error; null if the error is a bug. */
export function refusalOfDatabase(error: unknown): Refusal | null {
  if (!(error instanceof DatabaseError)) return null
  const ofConstraint = error.constraint ? refusalOfConstraint[error.constraint] : undefined
  const isPolicy = error.code === insufficientPrivilege && error.message.includes('row-level security')
  const refusal: Answer | null =
    ofConstraint ?? (isPolicy ? rightsChanged : null) ?? refusalOfState[error.code] ?? (isUnavailable(error) ? unavailable : null)
  if (!refusal) return null
  const [code, text, field] = refusal
  if (field) return fieldRefusal(field, text(), code)
  const seconds = retryAfter[code]
  return new Refusal(code, text, seconds === undefined ? {} : { facts: { retryAfter: seconds } })
}
