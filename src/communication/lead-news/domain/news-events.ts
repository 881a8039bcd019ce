/** Events of a lead that are news to the other side: they may be mailed at once or with the daily mail. */
export const newsEvents = ['lead.created', 'lead.moved', 'lead.commented'] as const
export type NewsEvent = (typeof newsEvents)[number]

export function isNewsEvent(name: string): name is NewsEvent {
  return (newsEvents as readonly string[]).includes(name)
}

/** What the client of a lead does. */
export const clientEvents = ['lead.introduced', 'lead.client_answered'] as const

export function isClientEvent(name: string): boolean {
  return (clientEvents as readonly string[]).includes(name)
}

/**
 * What becomes of a registration is news to its partner, and a lead that was passed on to whoever gets it: mailed at once in a
 * letter of its own (of registrations, shares and the team), or told by the daily mail.
 */
export const registrationNews = [
  'lead.handed_over',
  'lead.shared',
  'lead.passed',
  'registration.accepted',
  'registration.confirmed',
  'registration.refused',
  'registration.merged',
  'registration.extension_granted',
  'registration.extension_refused',
  'registration.reminded',
  'registration.expired',
] as const
export type RegistrationNews = (typeof registrationNews)[number]

/** What the daily mail may tell. */
export const digestEvents = [...newsEvents, ...registrationNews] as const
export type DigestEvent = (typeof digestEvents)[number]

export function isRegistrationNews(name: string): name is RegistrationNews {
  return (registrationNews as readonly string[]).includes(name)
}

/** Events that mark a lead as unread; `app.mark_unread` has the same list. */
export const unreadEvents = [
  ...digestEvents,
  ...clientEvents,
  'registration.resubmitted',
  'registration.appealed',
  'registration.extension_asked',
] as const
export type UnreadEvent = (typeof unreadEvents)[number]

export function isUnreadEvent(name: string): name is UnreadEvent {
  return (unreadEvents as readonly string[]).includes(name)
}
