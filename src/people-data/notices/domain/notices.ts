import { texts } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'

/** Whom a notice is for: clients whom a partner has named, partners, their people, those of the provider, and visitors. */
export const noticeAudiences = ['client', 'partner', 'member', 'staff', 'visitor'] as const
export type NoticeAudience = (typeof noticeAudiences)[number]

export const noticeAudienceLabels: Readonly<Record<NoticeAudience, string>> = texts({
  client: m.forClients,
  partner: m.partners,
  member: m.forMembers,
  staff: m.forStaff,
  visitor: m.forVisitors,
})

/** Mails that leave in one turn of the job, so that a thousand notices do not come before the mails that somebody waits for. */
export const noticesPerTurn = 50
/** Days after which whoever could not be mailed for the limits of mail to clients is tried again. */
export const daysUntilNextTry = 1
/** Days before a notice is due on which it leaves by itself where staff have switched that on. */
export const daysAhead = 7

/** What a list of notices can be narrowed to: what waits for staff, past their day, in line, and those that no mail can tell. */
export const noticeQueues = ['open', 'overdue', 'queued', 'without_email'] as const
export type NoticeQueue = (typeof noticeQueues)[number]
