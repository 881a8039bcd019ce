import type { FailureRow } from '#api/failures.ts'
import type { MailKind, SecurityMailKind } from '#domain/notifications.ts'
import { canSwitchOff, notificationLabels } from '#domain/notifications.ts'

const securityMails: Readonly<Record<SecurityMailKind, string>> = {
  invitation: 'Invitation',
  password_reset: 'Password reset',
  bank_details_changed: 'Bank details changed',
  signing_code: 'Signing code',
  signed_copy: 'Signed copy',
  contract_declined: 'Contract declined',
  contract_revoked: 'Contract revoked',
  password_changed: 'Password changed',
  recovery_codes_renewed: 'Recovery codes renewed',
  sessions_ended: 'Sessions ended',
  two_factor_changed: 'Two-factor changed',
}

const mailName = (kind: MailKind) => (canSwitchOff(kind) ? notificationLabels[kind].label : securityMails[kind])

const jobs: Readonly<Record<string, string>> = {
  event: 'Work after a change',
  vacuum: 'Nightly care of the database',
  sweep: 'Hourly clean-up',
}

/** Title of a failure: what and for whom. */
export function failureTitle({ mail, job }: FailureRow): string {
  if (!mail) return jobs[job ?? ''] ?? `Work in the background (${job})`
  return `${mailName(mail.kind)}, to ${mail.person?.name ?? mail.recipient}`
}
