import { Refusal, type RefusalCode } from '#platform/domain/refusal.ts'
import { commitUnknown, DatabaseError, diskFull, isUnavailable, readOnly, timedOut } from './database-error.ts'

const fileMeanwhile = 'One of these payouts was in another file meanwhile. Nothing was sent; please look again.'

/** Maps constraint violations to refusals, for races that pass a command's own check. */
const refusalOfConstraint: Readonly<Record<string, readonly [RefusalCode, string]>> = {
  profiles_email_once: ['email_taken', 'This address already has an account or an invitation.'],
  leads_external_id_once: ['external_id_taken', 'Another lead has this external id.'],
  profiles_external_id_once: ['external_id_taken', 'Another partner has this external id.'],
  users_email_once: ['email_taken', 'This address already has an account.'],
  last_administrator: ['last_administrator', 'The last administrator cannot be removed.'],
  administrators_stay: ['administrator_not_deletable', 'Administrators cannot be deleted.'],
  commissions_own: ['own_commission', 'This commission is your own: somebody else has to decide about it.'],
  commissions_clawback_bound: ['commissions_changed', 'More was taken back meanwhile. Nothing was changed; please look again.'],
  commissions_own_terms: ['commissions_changed', 'Your tier has just changed: nothing was saved. Please try again.'],
  commissions_deal_once: ['commission_exists', 'This lead already has its commission.'],
  commissions_disputed: ['commission_disputed', 'The partner contests this commission: answer the dispute before it is paid.'],
  disputes_commission_once: ['dispute_exists', 'This is contested already: please go on in its thread.'],
  disputes_missing_once: ['dispute_exists', 'This is contested already: please go on in its thread.'],
  disputes_own: ['own_commission', 'This dispute is your own: somebody else has to decide about it.'],
  leads_signed_refused: ['registration_refused', 'Ce lead a été refusé : il ne peut pas passer à Signé.'],
  leads_signed_elsewhere: [
    'company_held',
    'Ce contact est déjà suivi : ce lead ne peut pas passer à Signé tant que l’équipe n’a pas tranché.',
  ],
  commissions_registered: ['registration_undecided', 'The registration of this lead has to be answered first.'],
  lead_registrations_first: ['registration_conflict', 'Another lead of this company is first: decide between the two.'],
  lead_registrations_forward: ['registration_answered', 'This registration was answered meanwhile: please look again.'],
  lead_registrations_appeal_once: ['registration_step_impossible', 'Un réexamen se demande une seule fois.'],
  lead_registrations_extension_once: ['registration_step_impossible', 'Une prolongation se demande une seule fois.'],
  lead_registrations_own: ['own_registration', 'This lead is your own: somebody else has to answer it.'],
  supplier_codes_once: ['supplier_code_taken', 'Another partner has one of these codes: nothing was saved.'],
  supplier_codes_partner_id_fkey: ['not_found', 'One of these partners does not exist.'],
  accounting_closings_once: ['period_not_closable', 'This period was closed meanwhile: please look again.'],
  // When a lead is deleted.
  disputes_open_kept: ['commission_disputed', 'Une contestation est en cours pour ce lead : elle doit être close d’abord.'],
  payouts_four_eyes: ['payout_needs_second', 'Somebody else has to approve this payout.'],
  payouts_vigilance: ['payout_blocked', 'The payout waits for documents of its partner.'],
  vigilance_documents_open_once: ['document_in_check', 'This document is asked for or being checked already.'],
  payouts_invoice: ['payout_needs_invoice', 'The payout waits until the partner’s invoice is accepted.'],
  uploaded_invoices_live_once: ['invoice_exists', 'This payout has an invoice already.'],
  uploaded_invoices_number_once: ['invoice_number_taken', 'You have uploaded an invoice with this number already.'],
  payouts_contested: ['payout_contested', 'The partner contests a commission of this payout: answer the dispute first.'],
  // A file with the same payouts was made and withdrawn between preview and click.
  payout_file_lines_end_to_end_once: ['payouts_changed', fileMeanwhile],
  payout_file_lines_instruction_once: ['payouts_changed', fileMeanwhile],
  invoices_mandate_in_force: ['payouts_changed', 'A billing mandate has just ended: nothing was issued. Please look again.'],
  commissions_payout_not_held: ['commission_in_payout', 'This commission is part of a payout: nothing was changed.'],
  partner_tiers_contiguous: ['tiers_not_contiguous', 'Tiers start at 0 €, follow each other without gap and end unbounded.'],
}

const refusalOfState: Readonly<Record<string, readonly [RefusalCode, string]>> = {
  [readOnly]: ['database_unavailable', 'The database takes no changes at the moment: nothing was saved. Please try again later.'],
  [diskFull]: ['storage_full', 'The server is out of disk space: nothing was saved. Please tell the provider.'],
  [timedOut]: ['database_busy', 'This took too long and was stopped; nothing was changed. Please try again.'],
  [commitUnknown]: [
    'outcome_unknown',
    'It is not known whether this was saved: the database stopped answering. Look whether it is there before you try again.',
  ],
  '55P03': ['database_busy', 'Somebody else is changing this. Please try again.'],
  '40001': ['database_busy', 'Somebody else is changing this. Please try again.'],
  '40P01': ['database_busy', 'Somebody else is changing this. Please try again.'],
}

const unavailable = [
  'database_unavailable',
  'The database does not answer: nothing was changed. Please try again in a moment.',
] as const

/** Retry-After in seconds: locks are released sooner than a server restarts. */
const retryAfter: Partial<Record<RefusalCode, number>> = { database_busy: 2, database_unavailable: 5 }

/** SQLSTATE of a statement that the caller's role may not run, or whose row a policy does not let in. */
const insufficientPrivilege = '42501'

/** A policy that refuses what a command let through: the caller's rights were taken away in between. */
const rightsChanged = ['not_allowed', 'Your rights were changed meanwhile: nothing was saved. Reload the page.'] as const

/** The refusal for a database error; null if the error is a bug. */
export function refusalOfDatabase(error: unknown): Refusal | null {
  if (!(error instanceof DatabaseError)) return null
  const ofConstraint = error.constraint ? refusalOfConstraint[error.constraint] : undefined
  const isPolicy = error.code === insufficientPrivilege && error.message.includes('row-level security')
  const refusal =
    ofConstraint ?? (isPolicy ? rightsChanged : null) ?? refusalOfState[error.code] ?? (isUnavailable(error) ? unavailable : null)
  if (!refusal) return null
  const [code, text] = refusal
  const seconds = retryAfter[code]
  return new Refusal(code, text, seconds === undefined ? {} : { facts: { retryAfter: seconds } })
}
