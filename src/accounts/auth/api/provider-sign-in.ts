import * as z from 'zod/mini'
import { me } from '#access/api/session.ts'
import { route } from '#platform/api/route.ts'
import { anyText } from '#platform/api/shapes.ts'

/** Signing in with the provider of OpenID Connect that staff have set. */
export const providerSignInRoutes = {
  startProviderSignIn: route('POST', '/session/provider/start', {
    summary: 'Where this browser signs in with the provider (10 minutes, once)',
    who: 'anyone',
    transaction: 'own',
    ownership: 'public',
    /** The address carries what the provider has to answer with. */
    holdsSecrets: true,
    returns: z.object({ url: z.string() }),
    refusals: ['sign_in_way_off', 'provider_unreachable', 'provider_answer_refused'],
  }),
  finishProviderSignIn: route('POST', '/session/provider', {
    summary: 'Sign in with the answer that the provider has sent this browser back with; a second factor is asked for as always',
    who: 'anyone',
    transaction: 'own',
    ownership: 'credentials',
    body: z.strictObject({
      /** The query of the address, as the provider has written it. */
      query: anyText().check(z.maxLength(8000)),
    }),
    returns: z.object({ next: z.enum(['done', 'second_factor']), me: z.nullable(me) }),
    refusals: [
      'sign_in_way_off',
      'provider_unreachable',
      'provider_answer_refused',
      'provider_declined',
      'provider_sign_in_expired',
      'provider_address_unverified',
      'provider_not_invited',
      'provider_not_for_partner',
      'provider_other_account',
      'provider_account_ended',
    ],
  }),
}
