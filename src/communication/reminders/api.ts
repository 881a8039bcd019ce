import * as z from 'zod/mini'
import { event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { count, id } from '#platform/api/shapes.ts'
import { m } from './messages/messages.ts'

/** More at once are refused. */
export const maxReminders = 200

const selection = z.strictObject({
  ids: z.array(id).check(z.minLength(1), z.maxLength(maxReminders, { error: () => m.atMost({ count: maxReminders }) })),
})

/** How many were reminded; the others are signed, declined, accepted or withdrawn, or were reminded within the hour. */
export const reminded = z.object({ reminded: count, skipped: count })
export type Reminded = z.infer<typeof reminded>

export const reminderRoutes = {
  remindContracts: route('POST', '/contracts/remind', {
    summary: 'Remind partners by mail of contracts that wait for their signature',
    who: 'admin',
    right: 'contracts',
    body: selection,
    returns: reminded,
  }),
  remindInvitations: route('POST', '/invitations/remind', {
    summary: 'Remind people by mail of their open invitations, named by the person; the link stays the same',
    who: 'admin',
    right: 'partners',
    body: selection,
    returns: reminded,
  }),
}

/** `afterDays`: null if somebody sent it by hand. */
export const reminderEvents = {
  'contract.reminded': event<null, { readonly reminderId: string; readonly afterDays: number | null }>('contract'),
  'invitation.reminded': event<
    null,
    { readonly reminderId: string; readonly invitationId: string; readonly afterDays: number | null }
  >('person'),
}
