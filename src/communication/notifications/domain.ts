import { type NewsKind, newsKinds } from '#communication/lead-news/domain/news.ts'

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
  'account_name_differs',
  'document_requested',
  'tier_reached',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Always sent: an intruder must not be able to silence security mail. */
export const securityMailKinds = [
  'invitation',
  'password_reset',
  'password_changed',
  'email_change',
  'email_change_notice',
  'two_factor_changed',
  'operator_notice',
  'recovery_codes_renewed',
  'sessions_ended',
  'bank_details_changed',
  'signing_code',
  'signed_copy',
  'contract_declined',
  'contract_revoked',
  'webhook_disabled',
] as const
export type SecurityMailKind = (typeof securityMailKinds)[number]

/** News of leads, for which recipients choose when they are sent, and the daily mail of those that wait for it. */
export type NewsMailKind = NewsKind | 'news_digest'
export const newsMailKinds: readonly NewsMailKind[] = [...newsKinds, 'news_digest']

/** Mail to clients, who have no account; an address can refuse all of it (`client_addresses`). */
export const clientMailKinds = ['client_confirmation'] as const
export type ClientMailKind = (typeof clientMailKinds)[number]

export type MailKind = NotificationKind | SecurityMailKind | NewsMailKind | ClientMailKind

export const mailKinds: readonly MailKind[] = [...securityMailKinds, ...notificationKinds, ...newsMailKinds, ...clientMailKinds]

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
  account_name_differs: {
    label: 'Name of your account',
    when: 'Your bank spells the holder of your account differently from what you told us.',
  },
  document_requested: {
    label: 'Invoices and documents',
    when: 'A document is asked for, was refused or expires soon; your invoice was refused.',
  },
  tier_reached: { label: 'Tier reached', when: 'Your next commissions are at a higher rate.' },
}

export function canSwitchOff(kind: MailKind): kind is NotificationKind {
  return (notificationKinds as readonly MailKind[]).includes(kind)
}

export function isClientMail(kind: MailKind): kind is ClientMailKind {
  return (clientMailKinds as readonly MailKind[]).includes(kind)
}

/** Mail that its recipient, who has an account, can do without: it carries a link that switches its kind off. */
export function isOptionalMail(kind: MailKind): kind is NotificationKind | NewsMailKind {
  return !(securityMailKinds as readonly MailKind[]).includes(kind) && !isClientMail(kind)
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
