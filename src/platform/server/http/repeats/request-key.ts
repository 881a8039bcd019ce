import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '#access/domain/actor.ts'
import { honoursKey, type Route } from '#platform/api/route.ts'
import { refuseUnless } from '#platform/domain/refusal.ts'
import { m } from '#platform/messages/messages.ts'
import type { Config } from '#platform/server/config.ts'
import { decrypt, encrypt } from '#platform/server/secrets/encryption.ts'
import { sign } from '#platform/server/secrets/hmac.ts'

/** A person's Idempotency-Key and its request, as stored. */
export interface RequestKey {
  readonly actorId: string
  /** Hashed, so that request contents such as passwords cannot be guessed from the table. */
  readonly key: string
  readonly requestHash: string
  /** Encrypts the response, which may contain personal data or document links. */
  seal(answer: unknown): string | null
  open(response: string | null): unknown
  /** Derived key for one of several transactions of a request. */
  part(name: string): RequestKey
}

type Request = Pick<FastifyRequest, 'method' | 'url' | 'body' | 'headers'>

/** The key of a request; null if absent or not honoured by the route. */
export function requestKey(config: Pick<Config, 'secret'>, route: Route, request: Request, actor: Actor): RequestKey | null {
  const key = request.headers['idempotency-key']
  if (key === undefined || !honoursKey(route) || !('userId' in actor)) return null
  refuseUnless(typeof key === 'string' && key.length >= 1 && key.length <= 200, 'malformed_request', m.keyLength())
  return keyOf(config.secret, actor.userId, key, [request.method, request.url, request.body ?? null])
}

function keyOf(secret: string, actorId: string, key: string, content: readonly unknown[]): RequestKey {
  const boundTo = `${actorId} ${key}`
  return {
    actorId,
    key: createHash('sha256').update(key).digest('hex'),
    requestHash: sign(secret, 'request', JSON.stringify([key, ...content])),
    seal: (answer) => (answer === undefined ? null : encrypt(secret, 'answer', boundTo, JSON.stringify(answer))),
    open: (response) => (response === null ? undefined : JSON.parse(decrypt(secret, 'answer', boundTo, response))),
    part: (name) => keyOf(secret, actorId, `${key} ${name}`, content),
  }
}
