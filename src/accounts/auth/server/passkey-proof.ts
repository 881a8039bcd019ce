import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { APIError, createAuthEndpoint, createAuthMiddleware } from 'better-auth/api'
import * as z from 'zod/mini'
import { passkeyAnswer } from '#platform/api/webauthn.ts'
import type { Config } from '#platform/server/config.ts'

/** Name of the cookie that binds a question to the browser that got it. */
export const passkeyChallenge = 'passkey'

/** Whose passkeys they are: the host's, so that they work at no other address. */
export function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const { hostname, origin } = new URL(publicUrl)
  return { rpID: hostname, origin }
}

/** What the sign-in library keeps of a passkey, as far as it is needed here. */
interface StoredPasskey {
  readonly id: string
  readonly credentialID: string
  readonly publicKey: string
  readonly counter: number
}

const question = z.object({
  type: z.literal('authentication'),
  expectedChallenge: z.string(),
  userData: z.object({ id: z.string() }),
})

const refused = () => new APIError('UNAUTHORIZED', { code: 'AUTHENTICATION_FAILED' })

/** What the browser was asked; null for an answer to nothing. */
function questionOf(kept: { readonly value: string } | null) {
  const asked = question.safeParse(kept ? JSON.parse(kept.value) : null)
  return asked.success ? asked.data : null
}

/** An answer to somebody who is signed in opens no session: its question is used up, and the library finds none. */
const refuseProofs = {
  matcher: ({ path }: { readonly path?: string }) => path === '/passkey/verify-authentication',
  handler: createAuthMiddleware(async (ctx) => {
    const { internalAdapter, secret, createAuthCookie } = ctx.context
    const name = await ctx.getSignedCookie(createAuthCookie(passkeyChallenge).name, secret)
    const asked = questionOf(name ? await internalAdapter.findVerificationValue(name) : null)
    if (name && asked && asked.userData.id !== '') await internalAdapter.consumeVerificationValue(name)
  }),
}

/**
 * Adds to the sign-in library a passkey as a proof of who is signed in: the library can only open a session with one. The
 * question has to be one that this person was asked; one for signing in proves nothing here. Each is answered once.
 */
export const passkeyProof = ({ rpID, origin }: ReturnType<typeof relyingParty>) => ({
  id: 'passkey-proof',
  hooks: { before: [refuseProofs] },
  endpoints: {
    provePasskey: createAuthEndpoint(
      '/passkey/prove',
      { method: 'POST', requireHeaders: true, body: z.object({ userId: z.string(), response: passkeyAnswer }) },
      async (ctx) => {
        const { adapter, internalAdapter, secret, createAuthCookie } = ctx.context
        const { userId, response } = ctx.body
        const name = await ctx.getSignedCookie(createAuthCookie(passkeyChallenge).name, secret)
        const kept = name ? await internalAdapter.consumeVerificationValue(name) : null
        const asked = questionOf(kept)
        if (asked?.userData.id !== userId) throw refused()
        const stored = await adapter.findOne<StoredPasskey>({
          model: 'passkey',
          where: [
            { field: 'credentialID', value: response.id },
            { field: 'userId', value: userId },
          ],
        })
        if (!stored) throw refused()
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response,
          expectedChallenge: asked.expectedChallenge,
          expectedOrigin: origin,
          expectedRPID: rpID,
          credential: {
            id: stored.credentialID,
            publicKey: new Uint8Array(Buffer.from(stored.publicKey, 'base64')),
            counter: stored.counter,
          },
          requireUserVerification: true,
        }).catch(() => {
          throw refused()
        })
        if (!verified) throw refused()
        await adapter.update({
          model: 'passkey',
          where: [{ field: 'id', value: stored.id }],
          update: { counter: authenticationInfo.newCounter },
        })
        return { verified }
      },
    ),
  },
})
