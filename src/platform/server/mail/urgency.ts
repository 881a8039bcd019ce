import type { MailKind } from '#communication/notifications/domain/notifications.ts'
import type { EventName } from '#portal/api/events.ts'

/** Mails that someone waits for: sent before all others, and retried for minutes instead of a day. */
const urgentMails: ReadonlySet<MailKind> = new Set<MailKind>(['signing_code', 'password_reset', 'sign_in_link'])
const urgentEvents: ReadonlySet<EventName> = new Set<EventName>([
  'contract.code_sent',
  'countersignature.code_sent',
  'password.reset_requested',
  'sign_in_link.requested',
])

export function isUrgentMail(kind: MailKind): boolean {
  return urgentMails.has(kind)
}

/** Events whose only effect is an urgent mail. */
export function isUrgentEvent(name: EventName): boolean {
  return urgentEvents.has(name)
}
