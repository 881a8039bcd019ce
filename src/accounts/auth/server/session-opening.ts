import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { generateRandomString } from 'better-auth/crypto'
import * as z from 'zod/mini'
import { type FirstFactor, isFirstFactor, type SessionMethod } from '#platform/domain/session-methods.ts'

/** Names the endpoint to the library's hooks; like all of them it is at no address. */
export const openingPath = '/sign-in/proven'

const challengeSeconds = 600

/** The library's context of a session that is being opened; `session` is the one that it replaces, if any. */
export interface Opening {
  readonly path: string
  readonly body?: { readonly method?: unknown }
  readonly context: {
    readonly session: { readonly session: { readonly method?: SessionMethod | null } } | null
    readonly secret: string
    readonly createAuthCookie: (name: string) => { readonly name: string }
    readonly internalAdapter: { readonly findVerificationValue: (name: string) => Promise<{ readonly value: string } | null> }
  }
  readonly getSignedCookie: (name: string, secret: string) => Promise<string | null | undefined | false>
}

const arrivalName = (challenge: string) => `arrival-${challenge}`
const firstFactorName = (challenge: string) => `first-factor-${challenge}`

/** What the person had proven before the second factor was asked for; null after a password. */
export async function firstFactorOf({ context, getSignedCookie }: Opening): Promise<FirstFactor | null> {
  const challenge = await getSignedCookie(context.createAuthCookie('two_factor').name, context.secret)
  const kept = challenge ? await context.internalAdapter.findVerificationValue(firstFactorName(challenge)) : null
  return isFirstFactor(kept?.value) ? kept.value : null
}

/**
 * Adds to the sign-in library what it lacks: a session for somebody whose identity the portal has established without a password.
 * Whoever has a second factor is asked for it, by the library's own challenge, which its hook makes only after passwords.
 */
export const sessionOpening = {
  id: 'session-opening',
  endpoints: {
    openSession: createAuthEndpoint(
      openingPath,
      {
        method: 'POST',
        requireHeaders: true,
        body: z.object({ userId: z.string(), method: z.enum(['link', 'provider']), arrival: z.optional(z.string()) }),
      },
      async (ctx) => {
        const { internalAdapter, secret, createAuthCookie } = ctx.context
        const user = await internalAdapter.findUserById(ctx.body.userId)
        if (!user) throw new Error('a session was to be opened for nobody')
        if ('twoFactorEnabled' in user && user.twoFactorEnabled) {
          const challenge = `2fa-${generateRandomString(20)}`
          const expiresAt = new Date(Date.now() + challengeSeconds * 1000)
          await internalAdapter.createVerificationValue({ identifier: challenge, value: user.id, expiresAt })
          await internalAdapter.createVerificationValue({ identifier: `2fa-attempts-${challenge}`, value: '0', expiresAt })
          await internalAdapter.createVerificationValue({
            identifier: firstFactorName(challenge),
            value: ctx.body.method,
            expiresAt,
          })
          const { arrival } = ctx.body
          if (arrival) {
            await internalAdapter.createVerificationValue({ identifier: arrivalName(challenge), value: arrival, expiresAt })
          }
          const cookie = createAuthCookie('two_factor', { maxAge: challengeSeconds })
          await ctx.setSignedCookie(cookie.name, challenge, secret, cookie.attributes)
          return { next: 'second_factor' as const }
        }
        const session = await internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        return { next: 'done' as const, token: session.token }
      },
    ),
    /** What was kept for the challenge of this browser, once. */
    takeArrival: createAuthEndpoint('/sign-in/arrival', { method: 'POST', requireHeaders: true }, async (ctx) => {
      const { internalAdapter, secret, createAuthCookie } = ctx.context
      const challenge = await ctx.getSignedCookie(createAuthCookie('two_factor').name, secret)
      const kept = challenge ? await internalAdapter.consumeVerificationValue(arrivalName(challenge)) : null
      return kept?.value ?? null
    }),
  },
}
