import type { FastifyReply, FastifyRequest } from 'fastify'
import { newId } from '#platform/server/ids.ts'
import type { Portal } from '#platform/server/portal.ts'
import { sign, verify } from '#platform/server/secrets/hmac.ts'
import type { Account } from './queries.ts'

const namePart = 'passerelle.device_'

/** Maximum cookie lifetime (RFC 6265bis); renewed at every sign-in. */
const cookieSeconds = 400 * 86_400

/**
 * Id of a browser that has signed in to this account before, or null. The cookie is signed for the account and its current
 * password, so a password change invalidates it. It grants no access, only a separate rate limit.
 */
export function knownDevice(portal: Portal, request: FastifyRequest, account: Account): string | null {
  const [id = '', signature = ''] = request.cookies[cookieName(portal, account)]?.split('.') ?? []
  return id && verify(portal.config.secret, 'known-device', deviceText(id, account), signature) ? id : null
}

/** Marks the browser as known, after a successful sign-in or a link from mail. */
export function rememberDevice(portal: Portal, request: FastifyRequest, reply: FastifyReply, account: Account): void {
  const id = knownDevice(portal, request, account) ?? newId()
  reply.setCookie(cookieName(portal, account), `${id}.${sign(portal.config.secret, 'known-device', deviceText(id, account))}`, {
    path: '/api/session',
    maxAge: cookieSeconds,
    httpOnly: true,
    sameSite: 'lax',
    secure: portal.config.publicUrl.startsWith('https:'),
  })
}

/** Whether the browser has signed in to any account before. */
export const knowsDevices = ({ cookies }: FastifyRequest): boolean => Object.keys(cookies).some((name) => name.includes(namePart))

/** Whether the browser has signed in to an account before that is gone: nobody else can make up the name of its cookie. */
export const hasSignedInHere = (portal: Portal, { cookies }: FastifyRequest, userId: string): boolean =>
  cookies[cookieName(portal, { userId })] !== undefined

const deviceText = (id: string, { userId, passwordHash }: Account) => `${id} ${userId} ${passwordHash}`

/** Cookie name per account (people may share a browser), derived by HMAC to not reveal the account. */
function cookieName({ config }: Portal, { userId }: Pick<Account, 'userId'>): string {
  const prefix = config.publicUrl.startsWith('https:') ? '__Secure-' : ''
  return `${prefix}${namePart}${sign(config.secret, 'known-device', userId).slice(0, 8)}`
}
