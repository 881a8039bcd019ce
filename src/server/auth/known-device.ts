import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Portal } from '../portal.ts'
import { newId } from '../ids.ts'
import type { Account } from './queries.ts'
import { sign, verify } from '../secrets/hmac.ts'

/** As long as browsers keep a cookie at all (RFC 6265bis); every sign-in begins it anew. */
const cookieSeconds = 400 * 86_400

/**
 * The id of a browser that has signed in to this account before, or null. Its cookie is signed for the account and its
 * present password: a changed one makes every other browser unknown again. It opens nothing, it only counts for itself.
 */
export function knownDevice(portal: Portal, request: FastifyRequest, account: Account): string | null {
  const [id = '', signature = ''] = request.cookies[cookieName(portal, account)]?.split('.') ?? []
  return id && verify(portal.config.secret, 'known-device', told(id, account), signature) ? id : null
}

/** Makes this browser known to the account, after a sign-in that succeeded or a link from the person's own mail. */
export function rememberDevice(portal: Portal, request: FastifyRequest, reply: FastifyReply, account: Account): void {
  const id = knownDevice(portal, request, account) ?? newId()
  reply.setCookie(cookieName(portal, account), `${id}.${sign(portal.config.secret, 'known-device', told(id, account))}`, {
    path: '/api/session',
    maxAge: cookieSeconds,
    httpOnly: true,
    sameSite: 'lax',
    secure: portal.config.publicUrl.startsWith('https:'),
  })
}

const told = (id: string, { userId, passwordHash }: Account) => `${id} ${userId} ${passwordHash}`

/** Several people may share a browser: each account has a cookie of its own, whose name does not tell which. */
function cookieName({ config }: Portal, { userId }: Account): string {
  const prefix = config.publicUrl.startsWith('https:') ? '__Secure-' : ''
  return `${prefix}passerelle.device_${sign(config.secret, 'known-device', userId).slice(0, 8)}`
}
