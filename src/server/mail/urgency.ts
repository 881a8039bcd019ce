import type { EventName } from '#domain/activity.ts'
import type { MailKind } from '#domain/notifications.ts'

/** Somebody waits in front of the screen for these: they pass everything else, and are of no use a day later. */
const urgentMails: ReadonlySet<MailKind> = new Set<MailKind>(['signing_code', 'password_reset'])
const urgentEvents: ReadonlySet<EventName> = new Set<EventName>([
  'contract.code_sent',
  'countersignature.code_sent',
  'password.reset_requested',
])

export function isUrgentMail(kind: MailKind): boolean {
  return urgentMails.has(kind)
}

/** Events whose only reaction is an urgent mail. */
export function isUrgentEvent(name: EventName): boolean {
  return urgentEvents.has(name)
}
