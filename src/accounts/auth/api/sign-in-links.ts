import * as z from 'zod/mini'
import { me } from '#access/api/session.ts'
import { route } from '#platform/api/route.ts'
import { emailAddress } from '#platform/api/shapes.ts'
import { m } from '../messages/messages.ts'
import { linkToken } from './passwords.ts'

export const linkRequestForm = z.strictObject({ email: emailAddress(m.emailInvalid) })

/** Signing in with a link by mail, where the provider offers it to partners. */
export const signInLinkRoutes = {
  requestSignInLink: route('POST', '/sign-in-links/request', {
    summary:
      'Ask for a link to sign in (15 minutes, once, in this browser); the answer is the same whether or not there is an account',
    who: 'anyone',
    transaction: 'own',
    ownership: 'public',
    body: linkRequestForm,
    status: 202,
    refusals: ['sign_in_way_off'],
  }),
  signInByLink: route('POST', '/sign-in-links/open', {
    summary: 'Sign in with the link, in the browser that asked for it',
    who: 'anyone',
    transaction: 'own',
    ownership: 'link',
    body: z.strictObject({ token: linkToken }),
    returns: z.object({ next: z.enum(['done', 'second_factor']), me: z.nullable(me) }),
    refusals: ['link_invalid', 'link_of_other_browser'],
  }),
}
