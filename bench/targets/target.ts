import type { Method } from '../../src/platform/api/route.ts'
import type { ServerProcess } from '../server-process.ts'
import type { Ask } from '../works.ts'

export interface HttpRequest {
  readonly method: Method
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** A lead as all targets answer it; what a list or a change tells beside it is left out. */
export interface LeadAnswer {
  readonly id: string
  readonly name: string
  readonly company: string
  readonly amountCents: number
  readonly status: string
  readonly createdAt: string
}

/** The sums of the overview that all targets answer, by stage and by status. */
export interface SumsAnswer {
  readonly leads: Readonly<Record<string, { readonly count: number; readonly amountCents: number }>>
  readonly commissions: Readonly<Record<string, number>>
}

/** What a target has answered: leads in their order, the sums, or a lead, with the commission of its signature in cents. */
export type Answer = readonly LeadAnswer[] | SumsAnswer | { readonly lead: LeadAnswer; readonly commissionCents?: number }

/** How a target is asked, and how its answers read. */
export interface Dialect {
  /** Whose leads it reads and writes. */
  readonly database: 'portal' | 'thin'
  httpRequest(ask: Ask): HttpRequest
  /** Whether an answer with a status below 300 is a refusal all the same. */
  isRefusal(body: string): boolean
  read(ask: Ask, body: string): Answer
}

export interface Target extends ServerProcess, Dialect {
  readonly title: string
  readonly url: string
}
