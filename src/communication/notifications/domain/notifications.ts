import type { PartnerRole } from '#access/domain/actor.ts'
import { texts } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'
import { type NewsKind, newsKinds } from './news-mail.ts'

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
  'invitation_held',
  'password_reset',
  'sign_in_link',
  'password_changed',
  'email_change',
  'email_change_notice',
  'two_factor_changed',
  'operator_notice',
  'recovery_codes_renewed',
  'sessions_ended',
  'bank_details_changed',
  'moved_to_partner',
  'role_changed',
  'terms_changed',
  'appointment_notice',
  'signing_code',
  'signed_copy',
  'contract_declined',
  'contract_revoked',
  'webhook_disabled',
  'people_request',
  'erasure_notice',
] as const
export type SecurityMailKind = (typeof securityMailKinds)[number]

/** News of leads, for which recipients choose when they are sent, and the daily mail of those that wait for it. */
export type NewsMailKind = NewsKind | 'news_digest'
export const newsMailKinds: readonly NewsMailKind[] = [...newsKinds, 'news_digest']

/** Mail to clients, who have no account; an address can refuse all of it (`client_addresses`). */
export const clientMailKinds = ['client_confirmation', 'client_notice'] as const
export type ClientMailKind = (typeof clientMailKinds)[number]

/** Mails that someone waits for: sent before all others, and retried for minutes instead of a day. */
export const isUrgentMail = (kind: MailKind) => kind === 'signing_code' || kind === 'password_reset' || kind === 'sign_in_link'

export type MailKind = NotificationKind | SecurityMailKind | NewsMailKind | ClientMailKind

export const mailKinds: readonly MailKind[] = [...securityMailKinds, ...notificationKinds, ...newsMailKinds, ...clientMailKinds]

/** Label of each switch, and when its mail is sent. */
export const notificationLabels: Readonly<Record<NotificationKind, { readonly label: string; readonly when: string }>> = {
  contract_to_sign: texts({ label: m.contractToSign, when: m.contractToSignWhen }),
  contract_validated: texts({ label: m.contractSigned, when: m.contractSignedWhen }),
  client_payment_received: texts({
    label: m.clientPaymentReceived,
    when: m.clientPaymentReceivedWhen,
  }),
  commission_validated: texts({ label: m.commissionValidated, when: m.commissionValidatedWhen }),
  commission_paid: texts({ label: m.commissionPaid, when: m.commissionPaidWhen }),
  commission_withheld: texts({
    label: m.commissionWithheld,
    when: m.commissionWithheldWhen,
  }),
  dispute_answered: texts({ label: m.disputeAnswered, when: m.disputeAnsweredWhen }),
  payout_issued: texts({ label: m.payoutIssued, when: m.payoutIssuedWhen }),
  payout_settled: texts({ label: m.payoutSettled, when: m.payoutSettledWhen }),
  account_name_differs: texts({
    label: m.accountNameDiffers,
    when: m.accountNameDiffersWhen,
  }),
  document_requested: texts({
    label: m.documentRequested,
    when: m.documentRequestedWhen,
  }),
  tier_reached: texts({ label: m.tierReached, when: m.tierReachedWhen }),
}

/** The kinds that somebody gets by their role at a partner; `app.people_told` says the same. */
export function notificationKindsFor(role: PartnerRole): NotificationKind[] {
  if (role === 'owner') return [...notificationKinds]
  if (role === 'accountant')
    return notificationKinds.filter((kind) => kind !== 'contract_to_sign' && kind !== 'contract_validated')
  return role === 'manager' ? ['dispute_answered'] : []
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
  /** Whether they belong to a partner or are of staff: who left their partner is told nothing more. */
  readonly belongs: boolean
  readonly switchedOff: readonly NotificationKind[]
}

/** Invited people receive only invitations; deleted people and those who left their partner receive nothing. */
export function mayGet(kind: MailKind, person: Receiving): boolean {
  if (person.deleted || !person.belongs) return false
  if (!person.joined && kind !== 'invitation' && kind !== 'invitation_held') return false
  return !canSwitchOff(kind) || !person.switchedOff.includes(kind)
}
