import type { Problem } from '#api/shapes.ts'
import type { FieldFault, RefusalCode } from '#domain/refusal.ts'

/** The one error that calls to the portal throw. `message` is a sentence for the person. */
export class ApiError extends Error {
  readonly code: RefusalCode | 'network'
  readonly status: number
  readonly fields: readonly FieldFault[]
  readonly facts: Readonly<Record<string, string | number>>

  constructor(problem: Pick<Problem, 'detail' | 'code' | 'status' | 'fields' | 'facts'>) {
    super(problem.detail)
    this.code = problem.code as RefusalCode | 'network'
    this.status = problem.status
    this.fields = problem.fields
    this.facts = problem.facts
  }
}

/** The portal could not be reached, or something else answered in its place. */
export function networkError(): ApiError {
  const detail = 'Le portail ne répond pas. Vérifiez votre connexion et réessayez.'
  return new ApiError({ detail, code: 'network', status: 0, fields: [], facts: {} })
}

/** What a French form says when nobody knows whether its change happened; null for every other failure. */
export function doubtIn(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'network') return error.message
  if (error.code !== 'outcome_unknown') return null
  return "On ne sait pas si c'est enregistré : envoyez à nouveau la même chose, elle ne sera faite qu'une fois."
}
