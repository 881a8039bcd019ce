import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Portal } from '#platform/server/portal.ts'
import { tokenHash } from '#platform/server/secrets/token-hash.ts'
import { providerSignInMinutes } from '../domain/provider-sign-in.ts'

const cookieName = ({ config }: Pick<Portal, 'config'>) =>
  `${config.publicUrl.startsWith('https:') ? '__Secure-' : ''}passerelle.provider_browser`

/**
 * A browser that signs in with a provider. It keeps a secret, and the portal the secret's hash, so that nobody else can finish
 * what it has begun, nor have it finish what somebody else has begun.
 */
export class ProviderBrowser {
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  get hash(): string {
    return tokenHash(this.#secret)
  }

  /** What the portal chooses for one attempt; it follows from the secret, so that no copy of the database tells it. */
  chosen(purpose: 'nonce' | 'code verifier', signInId: string): string {
    return createHmac('sha256', this.#secret).update(`${purpose} ${signInId}`).digest('base64url')
  }
}

/** The browser of a request; null if it has begun nothing. */
export function providerBrowser(portal: Pick<Portal, 'config'>, request: FastifyRequest): ProviderBrowser | null {
  const secret = request.cookies[cookieName(portal)]
  return secret && /^[\w-]{43}$/.test(secret) ? new ProviderBrowser(secret) : null
}

/** Has the browser keep its secret; it keeps one for all that it begins at once. */
export function bindProviderBrowser(
  portal: Pick<Portal, 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
): ProviderBrowser {
  const known = request.cookies[cookieName(portal)]
  const secret = known && providerBrowser(portal, request) ? known : randomBytes(32).toString('base64url')
  reply.setCookie(cookieName(portal), secret, {
    path: '/api/session/provider',
    maxAge: providerSignInMinutes * 60,
    httpOnly: true,
    sameSite: 'strict',
    secure: portal.config.publicUrl.startsWith('https:'),
  })
  return new ProviderBrowser(secret)
}
