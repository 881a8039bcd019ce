import type { core } from 'zod/mini'

type Shape = core.$ZodType

/**
 * Who may call a route. `unlocked`: staff, or a partner whose main contract is signed; everyone else who is signed in
 * gets 403 `contract_not_signed`. `unlockedPartner`: the same without staff.
 */
export type Who = 'anyone' | 'member' | 'unlocked' | 'partner' | 'unlockedPartner' | 'admin'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Pace {
  readonly most: number
  readonly windowSeconds: number
}

/** Once a second for five minutes: more than anybody types, and little enough that a script cannot fill the database. */
export const typingPace: Pace = { most: 300, windowSeconds: 300 }
/** A file holds a thousand leads, so files are counted apart. */
export const importPace: Pace = { most: 60, windowSeconds: 3600 }

export interface RouteParts {
  /** One line, as it reads in the API's documentation. */
  readonly summary: string
  readonly who: Who
  readonly params?: Shape
  readonly query?: Shape
  readonly body?: Shape
  /** Absent: 204 without a body. */
  readonly returns?: Shape
  /** Reads or writes many rows: who has several under way is refused with 429 and Retry-After. */
  readonly heavy?: true
  /** How often one person may call it; what is more is refused with 429 and Retry-After. Absent: as often as they like. */
  readonly pace?: Pace
  /** 200 with a body and 204 without, unless given. */
  readonly status?: 201 | 202
  /** Each time it is done it adds something, like every route that answers 201. */
  readonly adds?: true
}

export type Route<P extends RouteParts = RouteParts> = P & { readonly method: Method; readonly path: string }

/** A route as data: the server binds it, the browser calls it, the OpenAPI document and the permission matrix list it. */
export function route<const P extends RouteParts>(method: Method, path: string, parts: P): Route<P> {
  return { ...parts, method, path }
}

type Input<S> = S extends Shape ? core.input<S> : undefined
type Output<S> = S extends Shape ? core.output<S> : undefined

/** What a caller passes, before parsing. */
export type RequestOf<R extends RouteParts> = {
  [K in 'params' | 'query' | 'body' as R[K] extends Shape ? K : never]: Input<R[K]>
}
/** What a handler receives, parsed. */
export type ParsedOf<R extends RouteParts> = {
  [K in 'params' | 'query' | 'body' as R[K] extends Shape ? K : never]: Output<R[K]>
}
/** What a handler gives back and a caller gets. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler without an answer returns nothing
export type ReturnOf<R extends RouteParts> = R['returns'] extends Shape ? Output<R['returns']> : void
