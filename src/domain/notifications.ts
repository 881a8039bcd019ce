/** Kinds of mail that recipients can switch off. */
export const notificationKinds = [
  'contract_to_sign',
  'contract_validated',
  'client_payment_received',
  'commission_validated',
  'commission_paid',
  'commission_withheld',
  'dispute_answered',
  'payout_issued',
  'payout_settled',
  'tier_reached',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Always sent: an intruder must not be able to silence security mail. */
export const securityMailKinds = [
  'invitation',
  'password_reset',
  'password_changed',
  'two_factor_changed',
  'recovery_codes_renewed',
  'sessions_ended',
  'bank_details_changed',
  'signing_code',
  'signed_copy',
  'contract_declined',
  'contract_revoked',
] as const
export type SecurityMailKind = (typeof securityMailKinds)[number]

export type MailKind = NotificationKind | SecurityMailKind

export const mailKinds: readonly MailKind[] = [...securityMailKinds, ...notificationKinds]

/** Label of each switch, and when its mail is sent. */
export const notificationLabels: Readonly<Record<NotificationKind, { readonly label: string; readonly when: string }>> = {
  contract_to_sign: { label: 'Contract to sign', when: 'A contract or an amendment waits for your signature.' },
  contract_validated: { label: 'Contract signed', when: 'Your contract was validated.' },
  client_payment_received: {
    label: 'Client payment received',
    when: 'A client has paid: what it brings you and when it is payable.',
  },
  commission_validated: { label: 'Commission validated', when: 'Its amount, how it was worked out and when it is payable.' },
  commission_paid: { label: 'Commission paid', when: 'A commission was paid to you.' },
  commission_withheld: {
    label: 'Commission held or taken back',
    when: 'A commission has to wait, or a part of it is taken back, and why.',
  },
  dispute_answered: { label: 'Contestation answered', when: 'Your contestation got an answer, a correction or a decision.' },
  payout_issued: { label: 'Payout statement', when: 'Your commissions are about to be paid: the statement, for you to accept.' },
  payout_settled: { label: 'Payout paid or returned', when: 'Money has left for your account, or the bank has sent it back.' },
  tier_reached: { label: 'Tier reached', when: 'Your next commissions are at a higher rate.' },
}

export function canSwitchOff(kind: MailKind): kind is NotificationKind {
  return (notificationKinds as readonly MailKind[]).includes(kind)
}

/** Facts that decide whether a mail is sent to a person. */
export interface Receiving {
  readonly joined: boolean
  readonly deleted: boolean
  readonly switchedOff: readonly NotificationKind[]
}

/** Invited people receive only the invitation; deleted people receive nothing. */
export function mayGet(kind: MailKind, person: Receiving): boolean {
  if (person.deleted) return false
  if (!person.joined && kind !== 'invitation') return false
  return !canSwitchOff(kind) || !person.switchedOff.includes(kind)
}
