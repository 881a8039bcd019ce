import type { EventName } from '#domain/activity.ts'

/** First word of every query's key: what is read again when something happened to it. */
export type Topic =
  | 'me'
  | 'standing'
  | 'overview'
  | 'leads'
  | 'commissions'
  | 'contracts'
  | 'partners'
  | 'resources'
  | 'tiers'
  | 'settings'
  | 'payment-info'
  | 'sessions'
  | 'notifications'
  | 'templates'
  | 'failures'

const people: Topic[] = ['partners', 'overview']
const money: Topic[] = ['commissions', 'overview', 'standing', 'partners', 'leads']
const failures: Topic[] = ['failures', ...people]
const contract: Topic[] = ['me', 'contracts', 'partners', 'overview']

/** What an event may have changed on screen. Every event has an answer, or this does not compile. */
export const changedBy: Readonly<Record<EventName, readonly Topic[]>> = {
  'administrator.created': people,
  'person.invited': people,
  'invitation.resent': people,
  'invitation.withdrawn': people,
  'invitation.accepted': people,
  'profile.changed': ['me', 'partners', 'leads', 'commissions', 'contracts', 'overview'],
  'role.changed': ['me', ...people],
  'partner.deleted': ['partners', 'leads', 'commissions', 'contracts', 'overview'],
  'session.started': ['sessions'],
  'session.ended': ['sessions'],
  'sign_in.refused': [],
  'sessions.ended': ['sessions'],
  'password.changed': ['sessions'],
  'password.reset_requested': [],
  'two_factor.enabled': ['me'],
  'two_factor.disabled': ['me'],
  'recovery_codes.renewed': [],
  'lead.created': ['leads', 'overview'],
  'lead.changed': ['leads', 'overview', 'commissions'],
  'lead.moved': ['leads', 'overview'],
  'lead.signed': ['leads', 'overview'],
  'lead.deleted': ['leads', 'overview'],
  'leads.imported': ['leads', 'overview'],
  'lead.duplicate_cleared': ['leads', 'overview'],
  'lead.commented': ['leads'],
  'commission.created': money,
  'commission.corrected': money,
  'commission.validated': money,
  'commission.paid': money,
  'commission.removed': money,
  'tiers.changed': ['tiers', 'standing', 'resources', 'settings', 'partners'],
  'contract.assigned': contract,
  'contract.opened': ['contracts'],
  'contract.document_opened': ['contracts'],
  'contract.document_downloaded': ['contracts'],
  'contract.link_opened': ['contracts'],
  'contract.code_sent': ['contracts'],
  'contract.code_refused': ['contracts'],
  'countersignature.code_sent': [],
  'contract.countersign_code_sent': ['contracts'],
  'contract.countersign_code_refused': ['contracts'],
  'contract.declined': contract,
  'contract.signed': contract,
  'contract.countersigned': ['contracts', 'overview'],
  'contract.validated': contract,
  'contract.scan_attached': ['contracts'],
  'contract.revoked': contract,
  'contract.deleted': contract,
  'template.created': ['templates'],
  'template.saved': ['templates'],
  'template.archived': ['templates'],
  'automatic_amendment.changed': ['templates'],
  'resource.added': ['resources'],
  'resource.deleted': ['resources'],
  'payment_info.saved': ['payment-info', 'overview', 'partners'],
  'notifications.changed': ['notifications'],
  'settings.changed': ['settings'],
  'mail.failed': failures,
  'job.failed': failures,
  'failure.retried': failures,
  'failure.dismissed': failures,
}
