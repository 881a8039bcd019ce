import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Portal } from '#platform/server/portal.ts'
import { tokenHash } from '#platform/server/secrets/token-hash.ts'

/** Longer than a link lives, so that the second of two links opens too. */
const cookieSeconds = 3600

const cookieName = ({ config }: Pick<Portal, 'config'>) =>
  `${config.publicUrl.startsWith('https:') ? '__Secure-' : ''}passerelle.link_browser`

const secretOf = (portal: Pick<Portal, 'config'>, request: FastifyRequest): string | null => {
  const secret = request.cookies[cookieName(portal)]
  return secret && /^[\w-]{43}$/.test(secret) ? secret : null
}

/** Hash of what this browser was given when it asked for a link; null in any other browser. */
export function linkBrowser(portal: Pick<Portal, 'config'>, request: FastifyRequest): string | null {
  const secret = secretOf(portal, request)
  return secret && tokenHash(secret)
}

/** Has the browser keep what opens the links that it asks for; it keeps one for all of them. Returns its hash. */
export function bindLinkBrowser(portal: Pick<Portal, 'config'>, request: FastifyRequest, reply: FastifyReply): string {
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
