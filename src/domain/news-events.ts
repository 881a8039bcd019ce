import type { EventName } from './activity.ts'

/** Events of a lead that are news to the other side: they may be mailed at once or with the daily mail. */
export const newsEvents = ['lead.created', 'lead.moved', 'lead.commented'] as const satisfies readonly EventName[]
export type NewsEvent = (typeof newsEvents)[number]

export function isNewsEvent(name: EventName): name is NewsEvent {
  return (newsEvents as readonly EventName[]).includes(name)
}

/** Events that mark a lead as unread; the trigger `mark_unread` has the same list. Registrations have mail of their own. */
export const unreadEvents = [
  ...newsEvents,
  'lead.handed_over',
  'registration.accepted',
  'registration.refused',
  'registration.merged',
  'registration.resubmitted',
  'registration.appealed',
  'registration.extension_asked',
  'registration.extension_granted',
  'registration.extension_refused',
  'registration.expired',
] as const satisfies readonly EventName[]
export type UnreadEvent = (typeof unreadEvents)[number]

export function isUnreadEvent(name: EventName): name is UnreadEvent {
  return (unreadEvents as readonly EventName[]).includes(name)
}
