import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#domain/actor.ts'
import type { ParsedOf, ReturnOf, Route } from '#api/route.ts'
import { countAttempt } from './rate-limits.ts'
import type { Portal } from '../portal.ts'
import type { Origin, TransactionContext } from '../transaction.ts'
import { withTransaction } from '../transaction.ts'
import { answerOnce, unknownOutcome } from './idempotency.ts'
import { checkWho, parseRequest, responseSchema } from './route-rules.ts'
import type { Session } from './session.ts'
import { actorOf, findSession } from './session.ts'

/** What a handler works with: its transaction as the caller, and the request's parsed parts. */
export interface Call extends TransactionContext {
  readonly portal: Portal
}

/** A call outside any transaction, for slices whose library brings its own: it opens transactions itself. */
export interface OpenCall {
  readonly portal: Portal
  readonly actor: Actor
  readonly session: Session | null
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type Routes = Record<string, Route>
type HandlersOf<C, R extends Routes> = { [K in keyof R]: (call: C & ParsedOf<R[K]>) => Promise<ReturnOf<R[K]>> }
export type Handlers<R extends Routes> = HandlersOf<Call, R>
export type OpenHandlers<R extends Routes> = HandlersOf<OpenCall, R>

/** Binds a slice: each request is one transaction as its caller, from the Idempotency-Key to the last event. */
export function bind<R extends Routes>(app: FastifyInstance, portal: Portal, routes: R, handlers: Handlers<R>): void {
  each(app, portal, routes, (name, input, call) => {
    const { actor, request, reply } = call
    const handle = handlers[name] as (call: Call) => Promise<unknown>
    return withTransaction(
      portal,
      actor,
      (context) => answerOnce(portal.config, request, reply, context, () => handle({ ...context, portal, ...(input as object) })),
      request.id,
      null,
      originOf(call),
    ).catch((error: unknown) => {
      throw unknownOutcome(error, request)
    })
  })
}

/** From where a signed-in person's request comes; null for anybody else's. */
export function originOf({ session, request }: Pick<OpenCall, 'session' | 'request'>): Origin | null {
  if (!session) return null
  return { address: request.ip, agent: (request.headers['user-agent'] ?? '').slice(0, 400), sessionId: session.id }
}

/** Binds a slice whose handlers open their own transactions. */
export function bindOpen<R extends Routes>(app: FastifyInstance, portal: Portal, routes: R, handlers: OpenHandlers<R>): void {
  each(app, portal, routes, (name, input, call) =>
    (handlers[name] as (call: OpenCall) => Promise<unknown>)({ ...call, ...(input as object) }),
  )
}

const tooFast = 'Trop d’ajouts en peu de temps : celui-ci n’a pas été enregistré. Veuillez réessayer plus tard.'

/** Counted before the request's own transaction, which might be undone. */
async function keepPace(portal: Portal, { pace, method, path }: Route, actor: Actor): Promise<void> {
  if (pace && 'userId' in actor)
    await countAttempt(portal, [{ key: `${method} ${path} ${actor.userId}`, ...pace, words: tooFast }])
}

function each<R extends Routes>(
  app: FastifyInstance,
  portal: Portal,
  routes: R,
  answer: (name: keyof R, input: unknown, call: OpenCall) => Promise<unknown>,
): void {
  for (const [name, route] of Object.entries(routes)) {
    const status = route.status ?? (route.returns ? 200 : 204)
    app.route({
      method: route.method,
      url: `/api${route.path}`,
      schema: route.returns ? { response: { [status]: responseSchema(route.returns) } } : {},
      handler: async (request, reply) => {
        const session = await findSession(portal, request, reply)
        const actor = actorOf(session)
        checkWho(route.who, actor)
        const input = parseRequest(route, request)
        await keepPace(portal, route, actor)
        const done = route.heavy ? portal.heavyWork.begin(actor) : null
        try {
          const result = await answer(name, input, { portal, actor, session, request, reply })
          return reply.code(status).send(result)
        } finally {
          done?.()
        }
      },
    })
  }
}
