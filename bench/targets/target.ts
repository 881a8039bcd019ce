import type { Method } from '../../src/platform/api/route.ts'
import type { WorkName } from '../options.ts'
import type { ServerProcess } from '../server-process.ts'
import type { Ask } from '../works.ts'

export interface HttpRequest {
  readonly method: Method
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** How a target is asked, and how its answers read. */
export interface Dialect {
  readonly works: readonly WorkName[]
  httpRequest(ask: Ask): HttpRequest
  /** Whether an answer with a status below 300 is a refusal all the same. */
  isRefusal(body: string): boolean
  /** An answer in the portal's shape. */
  read(work: WorkName, body: string): unknown
}

export interface Target extends ServerProcess, Dialect {
  readonly title: string
  readonly url: string
}
