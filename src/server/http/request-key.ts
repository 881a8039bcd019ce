import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Route } from '#api/route.ts'
import { honoursKey } from '#api/route.ts'
import type { Actor } from '#domain/actor.ts'
import { refuseUnless } from '#domain/refusal.ts'
import { sign } from '../secrets/hmac.ts'
import type { Config } from '../config.ts'
import { decrypt, encrypt } from '../secrets/encryption.ts'

/** A person's Idempotency-Key with the request that it stands for, as the table of keys holds them. */
export interface RequestKey {
  readonly actorId: string
  /** Hashed: whoever reads the table cannot try out under the key what a request said, such as a password. */
  readonly key: string
  readonly requestHash: string
  /** Encrypts an answer, which may hold personal data, or links that open a document. */
  seal(answer: unknown): string | null
  open(response: string | null): unknown
  /** The key of one of several transactions that a request consists of. */
  part(name: string): RequestKey
}

type Request = Pick<FastifyRequest, 'method' | 'url' | 'body' | 'headers'>

/** The key of a request; null where there is none, or where the route does not honour it. */
export function requestKey(config: Pick<Config, 'secret'>, route: Route, request: Request, actor: Actor): RequestKey | null {
  const key = request.headers['idempotency-key']
  if (key === undefined || !honoursKey(route) || !('userId' in actor)) return null
  refuseUnless(
    typeof key === 'string' && key.length >= 1 && key.length <= 200,
    'malformed_request',
    'An Idempotency-Key has 1 to 200 characters',
  )
  return keyOf(config.secret, actor.userId, key, [request.method, request.url, request.body ?? null])
}

function keyOf(secret: string, actorId: string, key: string, said: readonly unknown[]): RequestKey {
  const boundTo = `${actorId} ${key}`
  return {
    actorId,
    key: createHash('sha256').update(key).digest('hex'),
    requestHash: sign(secret, 'request', JSON.stringify([key, ...said])),
    seal: (answer) => (answer === undefined ? null : encrypt(secret, 'answer', boundTo, JSON.stringify(answer))),
    open: (response) => (response === null ? undefined : JSON.parse(decrypt(secret, 'answer', boundTo, response))),
    part: (name) => keyOf(secret, actorId, `${key} ${name}`, said),
  }
}
