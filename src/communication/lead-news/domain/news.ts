import type { Role } from '#access/domain/actor.ts'
import type { LeadNewsKind } from '#communication/notifications/domain/news-mail.ts'
import { isLost } from '#leads/stages/domain/stages.ts'
import { type DigestEvent, isClientEvent, isRegistrationNews, isUnreadEvent } from './news-events.ts'

/** The reader of news: somebody of the lead's partner, or a member of staff. */
export interface NewsReader {
  readonly role: Role
  readonly userId: string
  /** Null for staff. */
  readonly partnerId: string | null
}

/** What happened to a lead, as far as it decides for whom that is news. */
export interface LeadNews {
  readonly name: string
  /** Null: the portal itself, or a client without an account. */
  readonly actorId: string | null
  readonly partnerId: string | null
  /** Whether the actor acts for the partner. */
  readonly byPartner: boolean
  /** Whom a lead was passed to; absent for every other event. */
  readonly passedTo?: string | null | undefined
}

/**
 * Whether an event is news to a reader; `app.mark_unread` says the same in SQL. What a partner does is for staff, what
 * anybody else does is for the partner. A lead that staff add is no news; one that comes by itself, and what its client says,
 * is for both. A lead that was passed on is news to the colleague who has it now alone, unless they took it themselves.
 */
export function isNewsTo(reader: NewsReader, { name, actorId, partnerId, byPartner, passedTo }: LeadNews): boolean {
  if (!isUnreadEvent(name) || partnerId === null) return false
  if (name === 'lead.passed') return reader.userId === passedTo && passedTo !== actorId
  const comesByItself = actorId === null && (name === 'lead.created' || isClientEvent(name))
  if (reader.role === 'admin') return byPartner || comesByItself
  return partnerId === reader.partnerId && !byPartner && (name !== 'lead.created' || comesByItself)
}

/** The kind of mail for an event that is news to a role; null where there is none. `to`: the status of a move. */
export function newsKindOf(role: Role, name: DigestEvent, to: string | null): LeadNewsKind | null {
  if (isRegistrationNews(name)) return role === 'partner' ? 'lead_registration' : null
  if (role === 'admin')
    return (
      { 'lead.created': 'partner_added_lead', 'lead.moved': 'partner_moved_lead', 'lead.commented': 'partner_answered' } as const
    )[name]
  if (name === 'lead.created') return null
  if (name === 'lead.commented') return 'lead_answered'
  return to && isLost(to) ? 'lead_lost' : 'lead_moved'
}
