import * as z from 'zod/mini'
import { notificationKinds } from '#domain/notifications.ts'
import { route } from './route.ts'

const kind = z.enum(notificationKinds)

/** The mail a person does not want; everything that is not named is sent. */
export const notificationChoices = z.object({ switchedOff: z.array(kind) })

export const choicesForm = z.strictObject({
  switchedOff: z.array(kind, 'Only these can be switched off').check(z.maxLength(notificationKinds.length)),
})

export const notificationRoutes = {
  getNotifications: route('GET', '/me/notifications', {
    summary: 'Which mail one has switched off',
    who: 'member',
    returns: notificationChoices,
  }),
  saveNotifications: route('PUT', '/me/notifications', {
    summary: 'Switch mail off and on; security mail is always sent',
    who: 'member',
    body: choicesForm,
    returns: notificationChoices,
  }),
}
