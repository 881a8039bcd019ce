import type { FastifyRequest } from 'fastify'
import type { Actor } from '#access/domain/actor.ts'
import type { Refusal } from '#platform/domain/refusal.ts'
import { throttle } from '#platform/server/log/throttle.ts'
import { loggedRequest } from '../request-log.ts'

/** People times routes that are remembered. */
const maxRemembered = 20_000

/**
 * Writes a line into the log for each call of a signed-in person that was refused for what they may not do, as OWASP's
 * ASVS 16.3.2 asks for: who, what, from where and why, at a bounded rate. A record that a person may not see is
 * `not_found` to them, so that such answers on the address of one record count as well.
 */
export class RefusedCalls {
  /** One line for a person and a route in a minute. */
  readonly #passedOver = throttle({ maxRemembered })

  note(request: FastifyRequest, actor: Actor, refusal: Refusal): void {
    if (!('userId' in actor) || !isAboutAccess(request, refusal)) return
    const { method, route } = loggedRequest(request)
    const count = this.#passedOver(`${actor.userId} ${method} ${route}`)
    if (count === null) return
    const viewer = 'viewerId' in actor && actor.viewerId ? { viewerId: actor.viewerId } : {}
    const earlier = count > 0 ? { alsoRefused: count } : {}
    const who = { kind: actor.kind, userId: actor.userId, ...viewer }
    request.log.warn({ refused: refusal.code, ...who, method, route, address: request.ip, ...earlier }, 'a call was refused')
  }
}

function isAboutAccess({ params }: FastifyRequest, { status }: Refusal): boolean {
  const isOfRecord = Object.keys((params as object | null) ?? {}).length > 0
  return status === 401 || status === 403 || (status === 404 && isOfRecord)
}
