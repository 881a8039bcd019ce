import { isLost } from '#leads/stages/domain/stages.ts'
import type { Role } from '#platform/domain/actor.ts'
import { type Message, texts } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'
import { type DigestEvent, isClientEvent, isRegistrationNews, isUnreadEvent } from './news-events.ts'

/** Kinds of news about leads and the team; each can be mailed in its own way. */
export const newsKinds = [
  'lead_answered',
  'lead_moved',
  'lead_lost',
  'lead_registration',
  'announcement',
  'lead_client',
  'partner_added_lead',
  'partner_answered',
  'partner_moved_lead',
] as const
export type NewsKind = (typeof newsKinds)[number]
export type LeadNewsKind = Exclude<NewsKind, 'announcement'>

/** One mail each at once, one mail a day for all, or none: the portal shows it as unread anyway. */
export const newsTimings = ['at_once', 'digest', 'off'] as const
export type NewsTiming = (typeof newsTimings)[number]

export const newsTimingLabels: Readonly<Record<NewsTiming, string>> = texts({
  at_once: m.atOnce,
  digest: m.dailyDigest,
  off: m.off,
})

interface NewsSetting {
  readonly for: Role
  readonly label: string
  readonly when: string
  /** The timing until the person chooses one. */
  readonly usual: NewsTiming
}

interface NewsWords {
  readonly label: Message
  readonly when: Message
}

const setting = ({ label, when, ...rest }: Omit<NewsSetting, keyof NewsWords> & NewsWords): NewsSetting => ({
  ...rest,
  get label() {
    return label()
  },
  get when() {
    return when()
  },
})

/** An answer is waited for, and so is the end of a lead; what happens often is told once a day. */
export const newsSettings: Readonly<Record<NewsKind, NewsSetting>> = {
  lead_answered: setting({
    for: 'partner',
    label: m.leadAnswered,
    when: m.leadAnsweredWhen,
    usual: 'at_once',
  }),
  lead_moved: setting({
    for: 'partner',
    label: m.leadMoved,
    when: m.leadMovedWhen,
    usual: 'digest',
  }),
  lead_lost: setting({ for: 'partner', label: m.leadLost, when: m.leadLostWhen, usual: 'at_once' }),
  lead_registration: setting({
    for: 'partner',
    label: m.leadRegistration,
    when: m.leadRegistrationWhen,
    usual: 'at_once',
  }),
  announcement: setting({ for: 'partner', label: m.announcement, when: m.announcementWhen, usual: 'at_once' }),
  lead_client: setting({
    for: 'partner',
    label: m.leadClient,
    when: m.leadClientWhen,
    usual: 'at_once',
  }),
  partner_added_lead: setting({ for: 'admin', label: m.newLead, when: m.partnerAddedLeadWhen, usual: 'digest' }),
  partner_answered: setting({ for: 'admin', label: m.partnerAnswered, when: m.partnerAnsweredWhen, usual: 'digest' }),
  partner_moved_lead: setting({ for: 'admin', label: m.partnerMovedLead, when: m.partnerMovedLeadWhen, usual: 'off' }),
}

/** Kinds that a role can hear of. */
export const newsKindsFor = (role: Role): readonly NewsKind[] => newsKinds.filter((kind) => newsSettings[kind].for === role)

/** Those of them that are not about leads, which an accountant does not read. */
export const newsKindsWithoutLeads: readonly NewsKind[] = ['announcement']

/** A person's choices; kinds in none of the lists have their usual timing. */
export interface NewsChoices {
  readonly at_once: readonly NewsKind[]
  readonly digest: readonly NewsKind[]
  readonly off: readonly NewsKind[]
}

export const noNewsChoices: NewsChoices = { at_once: [], digest: [], off: [] }

export function newsTiming(kind: NewsKind, choices: NewsChoices): NewsTiming {
  return newsTimings.find((timing) => choices[timing].includes(kind)) ?? newsSettings[kind].usual
}

/** The choices with one more. */
export function withTiming(choices: NewsChoices, kind: NewsKind, timing: NewsTiming): NewsChoices {
  const without = (each: NewsTiming) => choices[each].filter((other) => other !== kind)
  const choice = { at_once: without('at_once'), digest: without('digest'), off: without('off') }
  return { ...choice, [timing]: newsKinds.filter((each) => each === kind || choice[timing].includes(each)) }
}

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
