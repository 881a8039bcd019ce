import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { type Actor, anonymous, system } from '#access/domain/actor.ts'
import type { ApiScope } from '#access/domain/api-scopes.ts'
import type { TableEntries } from '#access/domain/personal-data.ts'
import { findApiKey } from '#access/server/api-key.ts'
import { bearerOf } from '#access/server/bearer.ts'
import { noteVisit } from '#access/server/last-visit.ts'
import { SessionChanged } from '#access/server/opening.ts'
import { checkAbility, checkRight, checkScope, checkView, checkWho, isFor, mayReadAnswer } from '#access/server/route-rules.ts'
import { actorOf, findSession, originOf, type Session } from '#access/server/session.ts'
import type { SessionProof } from '#access/server/session-row.ts'
import { addressOf, type ParsedOf, type ReturnOf, type Route, statusOf } from '#platform/api/route.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { ConstraintRefusals } from '#platform/server/db/constraint-refusals.ts'
import type { BackgroundHandlers, EventHandlers } from '#platform/server/events/event-record.ts'
import { RecordedRefusal } from '#platform/server/events/recorded-refusal.ts'
import type { Portal } from '#platform/server/portal.ts'
import { setReading } from '#platform/server/reading/reading.ts'
import { callerReading, guestReading } from '#platform/server/reading/request-reading.ts'
import { dryRun, type TransactionContext, withTransaction } from '#platform/server/transaction.ts'
import { type Answers, idsAlone, sendAnswer } from './answers.ts'
import { compressionOf } from './compression.ts'
import { withPace } from './limits/pace.ts'
import { parseRequest } from './parse-request.ts'
import { answerClaimed, answerOnce, type KeepAnswer, unknownOutcome } from './repeats/idempotency.ts'
import { type RequestKey, requestKey } from './repeats/request-key.ts'
import { buildSerializer } from './serializer.ts'

/** A request in one transaction of its caller. */
export interface Call extends TransactionContext {
  readonly portal: Portal
  /** A person's session; null for an API key, and for nobody. */
  readonly sessionId: string | null
}

/** A request whose handler opens its own transactions, or none. */
export interface OwnCall {
  readonly portal: Portal
  readonly actor: Actor
  readonly session: Session | null
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly key: RequestKey | null
  readonly keepAnswer: KeepAnswer
}

type Routes = Record<string, Route>
type CallOf<R extends Route> = R extends { transaction: 'own' | 'none' } ? OwnCall : Call
type AnswerOf<R extends Route> = R extends { answer: infer A extends keyof Answers } ? Answers[A] : ReturnOf<R>
/** The handler of each route of a slice. */
export type Handlers<R extends Routes> = { [K in keyof R]: (call: CallOf<R[K]> & ParsedOf<R[K]>) => Promise<AnswerOf<R[K]>> }
type Handle = (call: Call | OwnCall) => Promise<unknown>

/** Puts a slice's routes on the server: the only way to an address. */
export function bind<R extends Routes>(app: FastifyInstance, portal: Portal, routes: R, handlers: Handlers<R>): void {
  for (const [name, route] of Object.entries(routes)) {
    const handle = handlers[name] as Handle
    const isJson = route.returns && !route.answer
    registerRoute(app, route, {
      method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
      url: addressOf(route),
      // Fastify asks for a serialiser only where it knows of a schema; what it is, the serialiser knows.
      schema: isJson ? { response: { [statusOf(route)]: {} } } : {},
      ...(isJson && route.returns ? compiledBy(route.returns) : {}),
      compress: compressionOf(route),
      handler: (request, reply) => answerRequest(portal, route, handle, request, reply),
    })
  }
}

/** What a slice has on the server. One with several sets of routes has a part for each; the first has what follows events. */
interface SliceParts<R extends Routes> {
  readonly routes: R
  readonly handlers: Handlers<R>
  readonly mails?: EventHandlers
  /** Other work after the commit. */
  readonly background?: BackgroundHandlers
  readonly constraints?: ConstraintRefusals
  /** Says whose its tables are, and what becomes of them. */
  readonly personalData?: TableEntries
  /** Its routes may use the reserved disk space. */
  readonly onReserve?: boolean
}
export interface Slice<R extends Routes = Routes> extends Omit<SliceParts<R>, 'handlers' | 'onReserve'> {
  readonly bind: (app: FastifyInstance, portal: Portal) => void
}

export function slice<R extends Routes>({ handlers, onReserve, ...rest }: SliceParts<R>): Slice<R> {
  const opened = ({ database, ...portal }: Portal) => ({ ...portal, database: { ...database, ...database.onReserve } })
  return { ...rest, bind: (app, portal) => bind(app, onReserve ? opened(portal) : portal, rest.routes, handlers) }
}

const compiledBy = (shape: NonNullable<Route['returns']>) => ({ serializerCompiler: () => buildSerializer(shape) })

/** A session that changes while its requests are being answered is read again this often. */
const maxAttempts = 3

async function answerRequest(portal: Portal, route: Route, handle: Handle, request: FastifyRequest, reply: FastifyReply) {
  for (let attempt = 1; ; attempt += 1) {
    const caller = route.transaction === 'none' ? nobody : await findCaller(portal, route, request, reply)
    if (caller.session || caller.scopes) setReading(callerReading(caller.actor, caller.session, request))
    else if (route.transaction !== 'none') setReading(guestReading(request, await portal.portalLanguage.get()))
    try {
      return await answerAs(caller, portal, route, handle, request, reply)
    } catch (error) {
      if (error instanceof Refusal) portal.refusedCalls.note(request, caller.actor, error)
      if (error instanceof RecordedRefusal) await recordRefusal(portal, caller.actor, error, request.id)
      if (!(error instanceof SessionChanged) || !caller.proof || attempt === maxAttempts) throw error
      portal.knownSessions.learn(caller.proof.tokenHash, error.now, portal.clock.now())
    }
  }
}

async function recordRefusal(portal: Portal, actor: Actor, { event }: RecordedRefusal, requestId: string) {
  const behalfOf = 'userId' in actor ? actor.userId : null
  await withTransaction(portal, system, ({ recordEvent }) => recordEvent(event), { requestId, behalfOf })
}

interface Caller {
  readonly actor: Actor
  /** A person's session; an API key has none. */
  readonly session: Session | null
  readonly proof?: SessionProof
  /** The scopes of an API key; absent for sessions. */
  readonly scopes?: readonly ApiScope[]
}
const nobody: Caller = { actor: anonymous, session: null }

/** The caller: the request's API key, or the session of its cookie. A cached session is read again before it is refused. */
async function findCaller(portal: Portal, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
  const mayRemember = !route.transaction
  const secret = bearerOf(request)
  if (secret !== null) {
    return { ...(await findApiKey(portal, secret, request.ip, mayRemember)), session: null }
  }
  const remembered = await findSession(portal, request, reply, mayRemember)
  const isOutdated = remembered?.isRemembered && !isFor(route, actorOf(remembered))
  const session = isOutdated ? await findSession(portal, request, reply) : remembered
  // A stream is open in tabs that nobody looks at.
  if (session && route.answer !== 'eventStream') await noteVisit(portal, session)
  return { actor: actorOf(session), session, ...(session ? { proof: session.proof } : {}) }
}

async function answerAs(
  { actor, session, proof, scopes }: Caller,
  portal: Portal,
  route: Route,
  handle: Handle,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (scopes) checkScope(route, scopes)
  // First, since a route that a view has none of is a change that it lacks, or a page that it does not have.
  checkView(route, actor)
  checkWho(route.who, actor)
  checkRight(route, actor)
  checkAbility(route, actor)
  const input = parseRequest(route, request)
  const isDryRun = saysDryRun(input)
  const key = isDryRun ? null : requestKey(portal.config, route, request, actor)
  const finish = route.heavy ? portal.heavyWork.begin(actor) : () => undefined
  reply.code(statusOf(route))
  const sessionId = session?.id ?? null
  const how = {
    requestId: request.id,
    origin: originOf({ session, request }),
    session: proof,
    isRead: route.method === 'GET',
  }
  try {
    const answer = route.transaction
      ? await answerClaimed(portal, key, request, reply, (keepAnswer) =>
          handle({ portal, actor, session, request, reply, key, keepAnswer, ...input }),
        )
      : await answerOnce(portal, key, reply, (keepAnswer) =>
          (isDryRun ? dryRun : withTransaction)(
            portal,
            actor,
            async (context) =>
              keepAnswer(context, await withPace(context, route, () => handle({ ...context, portal, sessionId, ...input }))),
            how,
          ),
        )
    const payload = scopes && !mayReadAnswer(route, scopes) ? idsAlone(reply, answer) : answer
    return await sendAnswer(portal, route, request, reply, payload, finish)
  } catch (error) {
    finish()
    throw unknownOutcome(error, key)
  }
}

/** A change whose body says so is answered as if it were made, and undone. */
const saysDryRun = ({ body }: { readonly body?: unknown }) =>
  typeof body === 'object' && body !== null && 'dryRun' in body && body.dryRun === true

/**
 * Registers a route with the parser of its body. One that is no JSON gets a scope of its own, since Fastify keeps parsers by
 * scope: a stream is left to the handler, and the content of a form is thrown away.
 */
function registerRoute(app: FastifyInstance, { accepts, bodySeconds }: Route, options: RouteOptions): void {
  if (!accepts) return void app.route(options)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    if (accepts === 'form') {
      scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 10_000 }, async () => null)
      scope.route(options)
    } else {
      scope.addContentTypeParser('*', (_request, _body, done) => done(null))
      // Fastify counts what it parses; the handler counts what it reads.
      scope.route({ ...options, bodyLimit: Number.MAX_SAFE_INTEGER, config: bodySeconds ? { bodySeconds } : {} })
    }
  })
}
