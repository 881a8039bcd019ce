import type { core } from 'zod/mini'
import type { Ability } from '#access/domain/abilities.ts'
import type { Who } from '#access/domain/actor.ts'
import type { ApiScope } from '#access/domain/api-scopes.ts'
import type { NeededRight } from '#access/domain/staff-rights.ts'
import type { RefusalCode } from '#platform/domain/refusal.ts'

type Shape = core.$ZodType

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Pace {
  readonly max: number
  readonly windowSeconds: number
}

/** Once a second for five minutes: more than anybody types, and little enough that a script cannot fill the database. */
export const typingPace: Pace = { max: 300, windowSeconds: 300 }
/** A file holds a thousand rows, so files are counted apart. */
export const importPace: Pace = { max: 60, windowSeconds: 3600 }

/**
 * How a route that does not run in the caller's database role keeps other people's records out:
 * - `rowSecurity`: the record is looked up in a transaction of the caller's role before anything else happens to it.
 * - `command`: code with more rights than the caller's compares the record's owner with the caller.
 * - `account`: only the caller's own account, which the session names.
 * - `credentials`: the account whose password or code the request proves to know.
 * - `staff`: staff may do it to everybody's records, and nobody else may call it.
 * - `link`: a signed link or a single-use token in the request names the record.
 * - `public`: it touches nothing that belongs to anybody.
 */
export type Ownership = 'rowSecurity' | 'command' | 'account' | 'credentials' | 'staff' | 'link' | 'public'

type Transaction =
  /** One transaction in the caller's database role, from the Idempotency-Key to the last event. */
  | { readonly transaction?: never; readonly ownership?: never }
  /**
   * `own`: the handler opens its transactions itself, because a library brings its own, something outside the database
   * happens in between, or the system writes what the caller's role may not. `none`: no session and no database, so that it
   * answers while the database is away.
   */
  | { readonly transaction: 'own' | 'none'; readonly ownership: Ownership }

/**
 * Why a changing route does not honour an Idempotency-Key:
 * - `readsOnly`: nothing is written.
 * - `repeatable`: done again it changes nothing more, and its answer has to be current.
 * - `secretAnswer`: the answer holds secrets that are shown once and must not be stored.
 * - `streamedBody`: the body is not kept, so it cannot be compared; a file that no record takes is removed after a day.
 */
export type Unkeyed = 'readsOnly' | 'repeatable' | 'secretAnswer' | 'streamedBody'

export type RouteParts = Transaction & {
  /** One line, as it reads in the API's documentation. */
  readonly summary: string
  /** More than one line about it. */
  readonly description?: string
  readonly who: Who
  /**
   * The right that staff need, or one of these; 403 `right_missing` without. Nobody else needs one. Every route that staff may
   * change something with declares it, and one that reads where the answer is a secret.
   */
  readonly right?: NeededRight
  /** What somebody needs by their role at their company; 403 without. Staff are not asked. */
  readonly ability?: Ability
  /** What an API key must be allowed to call it. Absent: no key may, whatever it is allowed. */
  readonly scope?: ApiScope
  readonly params?: Shape
  readonly query?: Shape
  readonly headers?: Shape
  /** A JSON body. */
  readonly body?: Shape
  /** The body, if it is not JSON: `stream` is read by the handler from the request, the content of `form` is ignored. */
  readonly accepts?: 'stream' | 'form'
  /** How long the body may take to arrive; two minutes when it is not said. */
  readonly bodySeconds?: number
  /** A JSON answer, or one message of the event stream. Absent, without `answer`: 204 without a body. */
  readonly returns?: Shape
  /** The kind of answer, if it is not JSON. */
  readonly answer?: 'file' | 'csv' | 'jsonLines' | 'zip' | 'eventStream' | 'redirect'
  /** The type of a file, where it is always the same. */
  readonly mediaType?: string
  /** 200 with an answer, 204 without and 303 for a redirect, unless given. */
  readonly status?: 201 | 202
  readonly unkeyed?: Unkeyed
  /**
   * Codes that it may refuse with beyond those of any request and those that follow from its declaration. A test that gets
   * another one fails.
   */
  readonly refusals?: readonly RefusalCode[]
  /** Whether the answer holds something that works without a session, such as links of documents or addresses of webhooks. */
  readonly holdsSecrets?: true
  /**
   * Whether it answers somebody of staff who looks at the portal as somebody else. Absent: what only reads, and holds no
   * secrets, does; everything else is refused with 403.
   */
  readonly duringView?: 'allowed' | 'refused'
  /** Reads or writes many rows: who has several under way is refused with 429 and Retry-After. */
  readonly heavy?: true
  /**
   * How often one person may call it, counted in the transaction of the request; what is more is refused with 429 and
   * Retry-After. Absent: as often as they like.
   */
  readonly pace?: Pace
  /** Each time it is done it adds something, like every route that answers 201. */
  readonly adds?: true
  /** The path is the whole address: it is fixed outside the API, which everything else is under. */
  readonly outsideApi?: true
}

export type Route<P extends RouteParts = RouteParts> = P & { readonly method: Method; readonly path: string }

/** Without it a route by which staff change something does not compile. */
type WithRight<M extends Method, P extends RouteParts> = M extends 'GET'
  ? unknown
  : P['who'] extends 'admin' | 'unlocked'
    ? { readonly right: NeededRight }
    : unknown

/** A route as data: the server binds it, the browser calls it, the OpenAPI document and the permission matrix list it. */
export function route<const M extends Method, const P extends RouteParts>(
  method: M,
  path: string,
  parts: P & WithRight<M, P>,
): Route<P> {
  return { ...parts, method, path }
}

/** The address of a route, with `:name` for its parameters. */
export function addressOf({ path, outsideApi }: Pick<Route, 'path' | 'outsideApi'>): string {
  return outsideApi ? path : `/api${path}`
}

/** The address of one request: parameters filled in, query parameters that are undefined or empty left out. */
export function requestAddress(
  route: Pick<Route, 'path' | 'outsideApi'>,
  { params = {}, query = {} }: { params?: Readonly<Record<string, string>>; query?: Readonly<Record<string, unknown>> },
): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search =
    pairs.length > 0 ? `?${pairs.map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`).join('&')}` : ''
  return addressOf(route).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')) + search
}

/** The status of an answer that is no problem, unless the handler says another. */
export function statusOf({ status, answer, returns }: Pick<Route, 'status' | 'answer' | 'returns'>): number {
  if (answer === 'redirect') return 303
  return status ?? (answer || returns ? 200 : 204)
}

/** Whether a repetition under the same Idempotency-Key gets the first answer. A key belongs to a person: the others have none. */
export function honoursKey({ method, who, unkeyed }: Pick<Route, 'method' | 'who' | 'unkeyed'>): boolean {
  return method !== 'GET' && who !== 'anyone' && !unkeyed
}

/** Whether a route answers while a member of staff views the portal as somebody else. */
export function isForViews({ method, holdsSecrets, duringView }: Pick<Route, 'method' | 'holdsSecrets' | 'duringView'>): boolean {
  return duringView ? duringView === 'allowed' : method === 'GET' && !holdsSecrets
}

type Input<S> = S extends Shape ? core.input<S> : undefined
type Output<S> = S extends Shape ? core.output<S> : undefined

type RequestPart = 'params' | 'query' | 'body'
/** What a caller passes, before parsing. A body that may be null may be left out. */
export type RequestOf<R extends RouteParts> = {
  [K in RequestPart as R[K] extends Shape ? (null extends Input<R[K]> ? never : K) : never]: Input<R[K]>
} & {
  [K in RequestPart as R[K] extends Shape ? (null extends Input<R[K]> ? K : never) : never]?: Input<R[K]>
}
/** What a handler receives, parsed. */
export type ParsedOf<R extends RouteParts> = {
  [K in 'params' | 'query' | 'headers' | 'body' as R[K] extends Shape ? K : never]: Output<R[K]>
}
/** What a handler gives back and a caller gets, of a route that answers with JSON. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler without an answer returns nothing
export type ReturnOf<R extends RouteParts> = R['returns'] extends Shape ? Output<R['returns']> : void
