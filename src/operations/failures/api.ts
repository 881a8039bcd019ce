import * as z from 'zod/mini'
import { type MailKind, mailKinds } from '#communication/notifications/domain/notifications.ts'
import { event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { count, id, idParams, personName, time } from '#platform/api/shapes.ts'

const mailKind: z.ZodMiniType<MailKind, MailKind> = z.enum(mailKinds)

/** A mail that was not delivered, or other work after a change that was given up. */
export const failure = z.object({
  id,
  /** Null for work that is no mail. */
  mail: z.nullable(z.object({ kind: mailKind, recipient: z.string(), person: z.nullable(personName) })),
  /** The queue of work that is no mail. */
  job: z.nullable(z.string()),
  /** The mail server's answer, or what went wrong. */
  reason: z.string(),
  attempts: count,
  failedAt: time,
  can: z.object({ retry: z.boolean() }),
})
export type FailureRow = z.infer<typeof failure>

export const failureRoutes = {
  listFailures: route('GET', '/failures', {
    summary: 'Mail that was not delivered and other work that was given up: the newest 200 that wait for somebody',
    who: 'admin',
    returns: z.object({ items: z.array(failure), count }),
  }),
  retryFailure: route('POST', '/failures/:id/retry', {
    summary: 'Send the mail again, or do the work again; not for codes and password resets, which are over by then',
    who: 'admin',
    right: 'team',
    params: idParams,
  }),
  retryFailures: route('POST', '/failures/retry', {
    summary: 'Send all of these mails again, or do all of the work again, as far as it can be',
    who: 'admin',
    right: 'team',
    returns: z.object({ retried: count }),
  }),
  dismissFailure: route('DELETE', '/failures/:id', {
    summary: 'Put a failure away: nothing is sent',
    who: 'admin',
    right: 'team',
    params: idParams,
  }),
}

const handled = event<null, { readonly failureId: string }>('person')

export const failureEvents = {
  'mail.failed': event<null, { readonly mailId: string; readonly kind: MailKind }>('person'),
  'job.failed': event<null, { readonly job: string }>(null),
  'failure.retried': handled,
  'failure.dismissed': handled,
}
