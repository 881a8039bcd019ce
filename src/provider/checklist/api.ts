import * as z from 'zod/mini'
import { type ByOperator, event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { time } from '#platform/api/shapes.ts'
import { setupSteps } from './domain.ts'

const checklist = z.object({
  /** False once everything is done, or it was hidden. */
  isOpen: z.boolean(),
  steps: z.array(z.object({ step: z.enum(setupSteps), done: z.boolean() })),
  /** Why the step of the mail stays open, if something is known to stand against it. */
  mailTrouble: z.nullable(z.string()),
  /** The last test mail; `error` is what the mail server said. */
  mailTest: z.nullable(z.object({ at: time, error: z.nullable(z.string()) })),
})
export type SetupChecklist = z.infer<typeof checklist>

/** What a new portal still has to be set up with. */
export const setupRoutes = {
  getSetup: route('GET', '/setup-checklist', {
    summary: 'What the portal still has to be set up with',
    who: 'admin',
    right: 'programme',
    returns: checklist,
  }),
  testMail: route('POST', '/setup-checklist/test-mail', {
    summary: 'Send the caller a mail at once, and say what the mail server answered',
    who: 'admin',
    right: 'programme',
    transaction: 'own',
    ownership: 'account',
    unkeyed: 'repeatable',
    returns: z.object({ sentTo: z.string(), error: z.nullable(z.string()) }),
  }),
  noteTiersSeen: route('POST', '/setup-checklist/tiers-seen', {
    summary: 'Note that the tiers were looked at',
    who: 'admin',
    right: 'programme',
    unkeyed: 'repeatable',
  }),
  dismissSetup: route('DELETE', '/setup-checklist', {
    summary: 'Put the checklist away for everybody',
    who: 'admin',
    right: 'programme',
    unkeyed: 'repeatable',
  }),
}

export const setupEvents = {
  'setup.changed': event<
    null,
    ByOperator & { readonly what: 'mail_tested' | 'tiers_seen' | 'dismissed'; readonly error: string | null }
  >(null),
}
