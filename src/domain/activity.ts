import type { SessionMethod } from './session-methods.ts'

/** Names of all recorded events, in the past tense. History, live updates and mail all derive from events. */
export const eventNames = [
  'administrator.created',
  'person.invited',
  'invitation.resent',
  'invitation.withdrawn',
  'invitation.accepted',
  'profile.changed',
  'role.changed',
  'partner.deleted',
  'session.started',
  'session.ended',
  'sign_in.refused',
  'sessions.ended',
  'password.changed',
  'password.reset_requested',
  'two_factor.enabled',
  'two_factor.disabled',
  'recovery_codes.renewed',
  'lead.created',
  'lead.changed',
  'lead.moved',
  'lead.signed',
  'lead.deleted',
  'leads.imported',
  'lead.duplicate_cleared',
  'lead.commented',
  'commission.created',
  'commission.corrected',
  'commission.validated',
  'commission.paid',
  'commission.removed',
  'tiers.changed',
  'contract.assigned',
  'contract.opened',
  'contract.document_opened',
  'contract.document_downloaded',
  'contract.link_opened',
  'contract.code_sent',
  'contract.code_refused',
  'contract.declined',
  'contract.signed',
  'countersignature.code_sent',
  'contract.countersign_code_sent',
  'contract.countersign_code_refused',
  'contract.countersigned',
  'contract.validated',
  'contract.scan_attached',
  'contract.revoked',
  'contract.deleted',
  'template.created',
  'template.saved',
  'template.archived',
  'automatic_amendment.changed',
  'resource.added',
  'resource.deleted',
  'payment_info.saved',
  'notifications.changed',
  'settings.changed',
  'mail.failed',
  'job.failed',
  'failure.retried',
  'failure.dismissed',
] as const
export type EventName = (typeof eventNames)[number]

/** Events of sections that require a signed main contract; not delivered to partners without one. */
export function isBehindLock(name: EventName): boolean {
  return /^(leads?|commission|resource|payment_info)\./.test(name)
}

/** Recipients of a live event: staff, one partner and staff, or everybody who is signed in. */
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
