import { randomBytes } from 'node:crypto'
import { system } from '#access/domain/actor.ts'
import type { Handlers, OwnCall } from '#platform/server/http/bind.ts'
import { countAttempt, countingWrong } from '#platform/server/http/limits/rate-limits.ts'
import { OpenIdError } from '#platform/server/openid/problems.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import type { providerSignInRoutes } from '../api/provider-sign-in.ts'
import { linkLimits, providerStartLimits } from './limits.ts'
import { type Admitted, admit } from './provider-admission.ts'
import { bindProviderBrowser, providerBrowser } from './provider-browser.ts'
import { RefusedPerson, verifiedIdentity } from './provider-people.ts'
import { beginSignIn, type ProviderSignIn, refusingProvider, settingsOf, takeSignIn } from './provider-sign-ins.ts'
import { recordingRefusal } from './refusal-events.ts'
import { openedFor } from './sign-in.ts'

/** Asks the provider, and says what people can do where it does not answer as it should; the log says what it was. */
async function asking<T>({ request }: OwnCall, signIn: ProviderSignIn, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof OpenIdError) request.log.warn(`sign-in with ${signIn.provider.issuer}: ${error.message}`)
    throw refusingProvider(error, signIn)
  }
}

/** Who has signed in at the provider; takes them in where they are new. */
async function personWhoSignedIn(call: OwnCall, query: URLSearchParams): Promise<Admitted> {
  const { portal, request } = call
  const { config, clock, auth } = portal
  const browser = providerBrowser(portal, request)
  const signIn = await withTransaction(portal, system, (context) => takeSignIn(context, config, query.get('state'), browser))
  const { provider, attempt } = signIn
  const wanted = provider.role_claim === '' ? [] : [provider.role_claim]
  const identity = await asking(call, signIn, async () =>
    auth.openId.identify(settingsOf(config, signIn), attempt, query, { now: clock.now(), wanted }),
  )
  const known = { provider, identity: verifiedIdentity(provider, identity), address: request.ip }
  const admitted = await withTransaction(portal, system, (context) => admit(context, { ...known, passwordHash: null }))
  if (admitted) return admitted
  // Whoever wants a password asks for a link to choose one.
  const passwordHash = await auth.hashPassword(randomBytes(32).toString('base64url'))
  const added = await withTransaction(portal, system, (context) => admit(context, { ...known, passwordHash }))
  if (!added) throw new Error('an account was not made')
  return added
}

export const providerSignInHandlers: Handlers<typeof providerSignInRoutes> = {
  startProviderSignIn: async (call) => {
    const { portal, request, reply } = call
    await recordingRefusal(call, null, () => countAttempt(portal, providerStartLimits(request.ip)))
    const browser = bindProviderBrowser(portal, request, reply)
    const signIn = await withTransaction(portal, system, (context) => beginSignIn(context, portal.config, browser))
    const url = await asking(call, signIn, async () =>
      portal.auth.openId.signInUrl(settingsOf(portal.config, signIn), signIn.attempt),
    )
    return { url }
  },

  /** The attempt is used up before anybody is asked: a lost answer costs a new one, never a second session. */
  finishProviderSignIn: async (call) => {
    let refused: string | null = null
    return recordingRefusal(
      call,
      async () => refused,
      () =>
        countingWrong(call.portal, linkLimits(call.request.ip), async () => {
          try {
            const { userId, arrival } = await personWhoSignedIn(call, new URLSearchParams(call.body.query))
            return await openedFor(call, userId, 'provider', arrival)
          } catch (error) {
            if (error instanceof RefusedPerson) refused = error.userId
            throw error
          }
        }),
    )
  },
}
