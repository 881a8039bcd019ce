import { newsSettings } from '#communication/lead-news/domain/news.ts'
import {
  canSwitchOff,
  isClientMail,
  isOptionalMail,
  type MailKind,
  notificationLabels,
  type SecurityMailKind,
} from '#communication/notifications/domain.ts'
import type { FailureRow } from '../api.ts'

const securityMails: Readonly<Record<SecurityMailKind, string>> = {
  invitation: 'Invitation',
  password_reset: 'Password reset',
  email_change: 'Confirmation of a new address',
  email_change_notice: 'Notice of a new address',
  bank_details_changed: 'Bank details changed',
  signing_code: 'Signing code',
  signed_copy: 'Signed copy',
  contract_declined: 'Contract declined',
  webhook_disabled: 'Webhook switched off',
  contract_revoked: 'Contract revoked',
  password_changed: 'Password changed',
  recovery_codes_renewed: 'Recovery codes renewed',
  sessions_ended: 'Sessions ended',
  two_factor_changed: 'Two-factor changed',
  operator_notice: 'Notice of what the operator did',
}

function mailName(kind: MailKind): string {
  if (canSwitchOff(kind)) return notificationLabels[kind].label
  if (isClientMail(kind)) return 'Question to a client'
  if (!isOptionalMail(kind)) return securityMails[kind]
  return kind === 'news_digest' ? 'Daily digest' : newsSettings[kind].label
}

const jobs: Readonly<Record<string, string>> = {
  mail: 'Mail',
  event: 'Work after a change',
  vacuum: 'Nightly care of the database',
  sweep: 'Hourly clean-up',
  months: 'The months of the history',
  timestamps: 'Asking the time-stamp service',
  documents: 'Following vigilance documents',
  backup: 'Backup',
  journal: 'Closing the journal’s days',
  news: 'Daily digests of news',
  reminders: 'Reminders of contracts and invitations',
}

/** Title of a job of the queue. */
export const jobTitle = (name: string): string => jobs[name] ?? `Work in the background (${name})`

/** Title of a failure: what and for whom. */
export function failureTitle({ mail, job }: FailureRow): string {
  if (!mail) return jobTitle(job ?? '')
  return `${mailName(mail.kind)}, to ${mail.person?.name ?? mail.recipient}`
}
