import * as z from 'zod/mini'
import { event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { anyText } from '#platform/api/shapes.ts'
import type { NewsChoices } from '../domain/news-mail.ts'
import { type NotificationKind, notificationKinds } from '../domain/notifications.ts'
import { m } from '../messages/messages.ts'

const kind = z.enum(notificationKinds)

export const notificationChoices = z.object({
  /** The mail a person does not want; everything that is not named is sent. */
  switchedOff: z.array(kind),
  /** The kinds that somebody gets by their role at a partner; absent where that is all of them. */
  kinds: z.optional(z.array(kind)),
  /** Whether they are told about the leads of their colleagues; absent for those who have none, or do not read them. */
  colleaguesLeads: z.optional(z.boolean()),
})
export type NotificationChoices = z.infer<typeof notificationChoices>

export const choicesForm = z.strictObject({
  switchedOff: z.array(kind, { error: m.cannotSwitchOff }).check(z.maxLength(notificationKinds.length)),
  /** Absent: as before. */
  colleaguesLeads: z.optional(z.boolean()),
})

export const notificationRoutes = {
  getNotifications: route('GET', '/me/notifications', {
    summary: 'Which mail one has switched off, and whether one is told about leads of colleagues',
    who: 'member',
    returns: notificationChoices,
  }),
  saveNotifications: route('PUT', '/me/notifications', {
    summary: 'Switch mail off and on; security mail is always sent',
    who: 'member',
    body: choicesForm,
    returns: notificationChoices,
  }),
  unsubscribe: route('POST', '/notifications/unsubscribe', {
    summary: 'Switch one kind of mail off with the link of a mail, in one click of the mail program (RFC 8058)',
    who: 'anyone',
    transaction: 'own',
    ownership: 'link',
    query: z.strictObject({ token: anyText().check(z.maxLength(200)) }),
    accepts: 'form',
    refusals: ['link_invalid'],
  }),
  openUnsubscribe: route('GET', '/notifications/unsubscribe', {
    summary: 'The same link opened in a browser: it leads to the switches and changes nothing',
    who: 'anyone',
    transaction: 'none',
    ownership: 'public',
    query: z.object({ token: z.optional(z.string()) }),
    answer: 'redirect',
  }),
}

interface SwitchedOff {
  readonly switchedOff: readonly NotificationKind[]
  /** Absent where it is not what changed. */
  readonly news?: NewsChoices
  readonly colleaguesLeads?: boolean
}

export const notificationEvents = {
  'notifications.changed': event<SwitchedOff, SwitchedOff>('person'),
}
