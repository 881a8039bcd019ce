import type { SessionMethod } from './session-methods.ts'

/** Every event name, in the past tense, with the kind of record its `subjectId` names; null for events about the whole portal. */
export const eventSubjects = {
  'administrator.created': 'person',
  'person.invited': 'person',
  'invitation.resent': 'person',
  'invitation.withdrawn': 'person',
  'invitation.accepted': 'person',
  'profile.changed': 'person',
  'role.changed': 'person',
  'partner.deleted': 'person',
  'session.started': 'person',
  'session.ended': 'person',
  'sign_in.refused': 'person',
  'sessions.ended': 'person',
  'password.changed': 'person',
  'password.reset_requested': 'person',
  'two_factor.enabled': 'person',
  'two_factor.disabled': 'person',
  'recovery_codes.renewed': 'person',
  'lead.created': 'lead',
  'lead.changed': 'lead',
  'lead.moved': 'lead',
  'lead.signed': 'lead',
  'lead.deleted': 'lead',
  'leads.imported': null,
  'lead.duplicate_cleared': 'lead',
  'lead.commented': 'lead',
  'lead.basis_changed': 'lead',
  'lead.remainder_closed': 'lead',
  'client_payment.recorded': 'lead',
  'client_payment.refunded': 'lead',
  'commission.created': 'commission',
  'commission.corrected': 'commission',
  'commission.validated': 'commission',
  'commission.paid': 'commission',
  'commission.removed': 'commission',
  'commission.reversed': 'commission',
  'commission.held': 'commission',
  'commission.released': 'commission',
  'commission.earned': 'commission',
  'commission.remainder_changed': 'commission',
  'dispute.opened': 'dispute',
  'dispute.answered': 'dispute',
  'dispute.replied': 'dispute',
  'dispute.corrected': 'dispute',
  'dispute.upheld': 'dispute',
  'dispute.withdrawn': 'dispute',
  'payout_run.issued': 'payout_run',
  'payout.issued': 'payout',
  'payout.statement_made': 'payout',
  'payout.accepted': 'payout',
  'payout.approved': 'payout',
  'payout.cancelled': 'payout',
  'payout.paid': 'payout',
  'payout.rejected': 'payout',
  'payout.retried': 'payout',
  'tiers.changed': null,
  'contract.assigned': 'contract',
  'contract.opened': 'contract',
  'contract.document_opened': 'contract',
  'contract.document_downloaded': 'contract',
  'contract.link_opened': 'contract',
  'contract.code_sent': 'contract',
  'contract.code_refused': 'contract',
  'contract.declined': 'contract',
  'contract.signed': 'contract',
  'countersignature.code_sent': 'code',
  'contract.countersign_code_sent': 'contract',
  'contract.countersign_code_refused': 'contract',
  'contract.countersigned': 'contract',
  'contract.validated': 'contract',
  'contract.scan_attached': 'contract',
  'contract.revoked': 'contract',
  'contract.deleted': 'contract',
  'template.created': 'template',
  'template.saved': 'template',
  'template.archived': 'template',
  'automatic_amendment.changed': 'template',
  'resource.added': 'resource',
  'resource.deleted': 'resource',
  'payment_info.saved': 'person',
  'payment_info.iban_revealed': 'person',
  'billing.saved': 'person',
  'billing.corrected': 'person',
  'notifications.changed': 'person',
  'settings.changed': null,
  'programme.changed': null,
  'mail.failed': 'person',
  'job.failed': null,
  'failure.retried': 'person',
  'failure.dismissed': 'person',
} as const satisfies Record<string, SubjectKind | null>

export type EventName = keyof typeof eventSubjects

export const subjectKinds = [
  'person',
  'lead',
  'commission',
  'dispute',
  'payout_run',
  'payout',
  'contract',
  'code',
  'template',
  'resource',
] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** All event names. History, live updates, mail and, later, webhooks are derived from these events alone. */
export const eventNames = Object.keys(eventSubjects) as readonly EventName[]

/** Events of the sections that a signed main contract unlocks; a locked-out partner receives none of them. */
export function needsSignedContract(name: EventName): boolean {
  return /^(leads?|client_payment|commission|dispute|payout|resource|payment_info|billing)\./.test(name)
}

/** Who receives an event live: staff only, one partner and staff, or everybody who is signed in. */
export type Audience =
  | { readonly kind: 'staff' }
  | { readonly kind: 'partner'; readonly userId: string }
  | { readonly kind: 'everyone' }

export const audienceKinds = ['staff', 'partner', 'everyone'] as const
export type AudienceKind = (typeof audienceKinds)[number]

/** Where a step of a contract came from, as its event keeps it. */
export interface EventOrigin {
  readonly address: string
  readonly agent: string
  /** How the session was opened; null for sessions older than the record of it. */
  readonly method: SessionMethod | null
}
