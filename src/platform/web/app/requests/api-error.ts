import type { Problem } from '#platform/api/shapes.ts'
import type { FieldError, RefusalCode } from '#platform/domain/refusal.ts'
import { m } from '#platform/messages/messages.ts'

/** The only error thrown by API calls. `message` is a sentence for the user. */
export class ApiError extends Error {
  readonly code: RefusalCode | 'network'
  readonly status: number
  readonly fields: readonly FieldError[]
  readonly facts: Readonly<Record<string, string | number>>
  /** Method and address of the request; undefined if none was sent. */
  request?: string

  constructor(problem: Pick<Problem, 'detail' | 'code' | 'status' | 'fields' | 'facts'>) {
    super(problem.detail)
    this.code = problem.code as RefusalCode | 'network'
    this.status = problem.status
    this.fields = problem.fields
    this.facts = problem.facts
  }
}

/** The refusal of one item of a list as the item's own form has it: 'rows.2.name' is 'name' there. */
export function itemError(error: unknown, item: string): unknown {
  if (!(error instanceof ApiError)) return error
  const { message: detail, code, status, facts } = error
  const fields = error.fields.map(({ path, ...field }) => ({
    ...field,
    path: path.startsWith(`${item}.`) ? path.slice(item.length + 1) : path,
  }))
  return new ApiError({ detail, code, status, facts, fields })
}

/** The portal is unreachable, or something else responded, such as a proxy. */
export function networkError(): ApiError {
  const detail = m.portalSilent()
  return new ApiError({ detail, code: 'network', status: 0, fields: [], facts: {} })
}

/** The sentence of a refusal; empty for what the portal did not refuse, such as a request whose outcome nobody knows. */
export function refusalText(error: unknown): string {
  return error instanceof ApiError && unknownOutcomeText(error) === null ? error.message : ''
}

/** French message for an unknown outcome; null for other errors. */
export function unknownOutcomeText(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'network') return error.message
  if (error.code !== 'outcome_unknown') return null
  return m.outcomeUnknownResend()
}
