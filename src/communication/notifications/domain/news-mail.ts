import type { Role } from '#access/domain/actor.ts'
import { type Message, texts } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'

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

/** After how many days an unsigned contract or an open invitation may be reminded of by itself. */
export const reminderSteps = [3, 7, 14] as const
