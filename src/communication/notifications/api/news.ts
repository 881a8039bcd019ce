import * as z from 'zod/mini'
import { route } from '#platform/api/route.ts'
import { newsKinds, newsTimings, reminderSteps } from '../domain/news-mail.ts'
import { m } from '../messages/messages.ts'

const newsMail = z.object({ kind: z.enum(newsKinds), timing: z.enum(newsTimings) })
export type NewsMail = z.infer<typeof newsMail>

const newsMailChoices = z.object({ kinds: z.array(newsMail) })
export type NewsMailChoices = z.infer<typeof newsMailChoices>

/** Settings of the whole portal. */
export const newsMailSettings = z.strictObject({
  /** After how many days unsigned contracts and open invitations are reminded of; empty: only by hand. */
  reminderDays: z.array(z.literal([...reminderSteps])).check(z.maxLength(reminderSteps.length)),
  /** At which hour of the provider's day the daily mail is sent. */
  digestHour: z.int({ error: m.hourRange }).check(z.minimum(0, { error: m.hourRange }), z.maximum(23, { error: m.hourRange })),
})
export type NewsMailSettings = z.infer<typeof newsMailSettings>

export const newsRoutes = {
  getNewsMail: route('GET', '/me/news-mail', {
    summary: 'When the caller gets news of leads by mail, by kind',
    who: 'member',
    returns: newsMailChoices,
  }),
  saveNewsMail: route('PUT', '/me/news-mail', {
    summary: 'Get one kind of news at once, with the daily mail, or not by mail',
    who: 'member',
    unkeyed: 'repeatable',
    body: z.strictObject({ kind: z.enum(newsKinds), timing: z.enum(newsTimings) }),
    returns: newsMailChoices,
  }),
  getNewsSettings: route('GET', '/news-settings', {
    summary: 'When the daily mail and reminders are sent',
    who: 'admin',
    returns: newsMailSettings,
  }),
  saveNewsSettings: route('PUT', '/news-settings', {
    summary: 'Set when the daily mail and reminders are sent',
    who: 'admin',
    right: 'programme',
    unkeyed: 'repeatable',
    body: newsMailSettings,
    returns: newsMailSettings,
  }),
}
