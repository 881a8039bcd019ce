import { newsSettings } from '#communication/notifications/domain/news-mail.ts'
import {
  canSwitchOff,
  isClientMail,
  isOptionalMail,
  type MailKind,
  notificationLabels,
  type SecurityMailKind,
} from '#communication/notifications/domain/notifications.ts'
import type { JobName } from '#platform/domain/job-names.ts'
import type { FailureRow } from '../api.ts'
import { m } from '../messages/messages.ts'

const securityMails: Readonly<Record<SecurityMailKind, string>> = {
  invitation: m.invitation(),
  invitation_held: m.invitationHeld(),
  password_reset: m.passwordReset(),
  sign_in_link: m.signInLink(),
  email_change: m.emailChange(),
  email_change_notice: m.emailChangeNotice(),
  bank_details_changed: m.bankDetailsChanged(),
  moved_to_partner: m.movedToPartner(),
  role_changed: m.newRole(),
  terms_changed: m.termsChanged(),
  signing_code: m.signingCode(),
  signed_copy: m.signedCopy(),
  contract_declined: m.contractDeclined(),
  appointment_notice: m.appointmentNotice(),
  webhook_disabled: m.webhookSwitchedOff(),
  contract_revoked: m.contractRevoked(),
  password_changed: m.passwordChangedToast(),
  recovery_codes_renewed: m.recoveryCodesRenewed(),
  sessions_ended: m.sessionsEnded(),
  two_factor_changed: m.twoFactorChanged(),
  operator_notice: m.operatorNotice(),
  people_request: m.requestAboutData(),
}

function mailName(kind: MailKind): string {
  if (canSwitchOff(kind)) return notificationLabels[kind].label
  if (isClientMail(kind)) return m.questionToClient()
  if (!isOptionalMail(kind)) return securityMails[kind]
  return kind === 'news_digest' ? m.dailyDigest() : newsSettings[kind].label
}

const jobs: Readonly<Record<JobName, string>> = {
  mail: m.email(),
  event: m.workAfterChange(),
  link: m.linkByMail(),
  vacuum: m.nightlyCare(),
  sweep: m.hourlyCleanUp(),
  months: m.monthsOfHistory(),
  timestamps: m.timestamps(),
  documents: m.vigilance(),
  backup: m.backup(),
  journal: m.journal(),
  news: m.digests(),
  reminders: m.reminders(),
  periods: m.periodsOfData(),
  registrations: m.registrationDeadlines(),
  webhook: m.webhookDelivery(),
}

/** Title of a job of the queue. */
export const jobTitle = (name: string): string => jobs[name as JobName] ?? m.backgroundWork({ name })

/** Title of a failure: what and for whom. */
export function failureTitle({ mail, job }: FailureRow): string {
  if (!mail) return jobTitle(job ?? '')
  return m.mailTo({ mail: mailName(mail.kind), to: mail.person?.name ?? mail.recipient })
}
