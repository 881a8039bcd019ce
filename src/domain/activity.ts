/** Everything that can happen, in the past tense: the one road for history, live updates, mail and, later, webhooks. */
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
  'password.changed',
  'password.reset_requested',
  'two_factor.enabled',
  'two_factor.disabled',
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
  'contract.code_sent',
  'contract.declined',
  'contract.signed',
  'contract.countersigned',
  'contract.validated',
  'contract.scan_attached',
  'contract.revoked',
  'contract.deleted',
  'resource.added',
  'resource.deleted',
  'payment_info.saved',
  'notifications.changed',
  'settings.changed',
] as const
export type EventName = (typeof eventNames)[number]

/** Who hears of an event live: staff only, one partner and staff, or everybody who is signed in. */
export type Audience =
  | { readonly kind: 'staff' }
  | { readonly kind: 'partner'; readonly userId: string }
  | { readonly kind: 'everyone' }
