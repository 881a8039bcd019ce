import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { system } from '#access/domain/actor.ts'
import type { Handlers } from '#platform/server/http/bind.ts'
import { countAttempt } from '#platform/server/http/limits/rate-limits.ts'
import type { Portal } from '#platform/server/portal.ts'
import { tokenHash } from '#platform/server/secrets/token-hash.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import type { signInLinkRoutes } from '../api/sign-in-links.ts'
import { signInLinkLimits } from './limits.ts'
import { throughLink } from './link-guards.ts'
import { recordingRefusal } from './refusal-events.ts'
import { requestSignInLink } from './requested-links.ts'
import { openedFor } from './sign-in.ts'
import { useSignInLink } from './sign-in-links.ts'

/** Longer than a link lives, so that the second of two links opens too. */
const cookieSeconds = 3600

const cookieName = ({ config }: Pick<Portal, 'config'>) =>
  `${config.publicUrl.startsWith('https:') ? '__Secure-' : ''}passerelle.link_browser`

const secretOf = (portal: Pick<Portal, 'config'>, request: FastifyRequest): string | null => {
  const secret = request.cookies[cookieName(portal)]
  return secret && /^[\w-]{43}$/.test(secret) ? secret : null
}

/** Hash of what this browser was given when it asked for a link; null in any other browser. */
function linkBrowser(portal: Pick<Portal, 'config'>, request: FastifyRequest): string | null {
  const secret = secretOf(portal, request)
  return secret && tokenHash(secret)
}

/** Has the browser keep what opens the links that it asks for; it keeps one for all of them. Returns its hash. */
function bindLinkBrowser(portal: Pick<Portal, 'config'>, request: FastifyRequest, reply: FastifyReply): string {
  const secret = secretOf(portal, request) ?? randomBytes(32).toString('base64url')
  reply.setCookie(cookieName(portal), secret, {
    path: '/api/sign-in-links',
    maxAge: cookieSeconds,
    httpOnly: true,
    sameSite: 'strict',
    secure: portal.config.publicUrl.startsWith('https:'),
  })
  return tokenHash(secret)
}

export const signInLinkHandlers: Handlers<typeof signInLinkRoutes> = {
  requestSignInLink: async (call) => {
    const { portal, request, reply, body } = call
    await recordingRefusal(call, null, () => countAttempt(portal, signInLinkLimits(request.ip, body.email)))
    const browserHash = bindLinkBrowser(portal, request, reply)
    await requestSignInLink(portal, body.email, browserHash)
  },

  /** The link is used up before the session is there: a lost answer costs a new link, never a second session. */
  signInByLink: (call) =>
    throughLink(call, 'sign-in', async (linkId) => {
      const { portal, request } = call
      const userId = await withTransaction(portal, system, (context) =>
        useSignInLink(context, linkId, linkBrowser(portal, request)),
      )
      return openedFor(call, userId, 'link')
    }),
}
