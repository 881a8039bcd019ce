import {
  AuthorizationResponseError,
  JSON_ATTRIBUTE_COMPARISON,
  JWT_TIMESTAMP_CHECK,
  OperationProcessingError,
  ResponseBodyError,
  UnsupportedOperationError,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi'
import { UnsentError, type UnsentReason } from '#platform/server/outgoing/checked-request.ts'

/** Why nobody can sign in with a provider, or why an answer of it was refused. */
export type OpenIdProblem =
  | UnsentReason
  /** Nothing answers, in the words of the network. */
  | { readonly code: 'no_answer'; readonly detail: string }
  | { readonly code: 'wrong_status'; readonly status: number }
  | { readonly code: 'redirects'; readonly to: string }
  /** What answers is no description of a provider. */
  | { readonly code: 'no_description' }
  | { readonly code: 'other_issuer'; readonly issuer: string }
  | { readonly code: 'no_code_flow' }
  | { readonly code: 'no_keys' }
  /** The provider does not know this client, or not this secret. */
  | { readonly code: 'client_unknown' }
  /** The person has declined, or the provider lets this person not in. */
  | { readonly code: 'declined' }
  | { readonly code: 'clock'; readonly detail: string }
  | { readonly code: 'answer_refused'; readonly detail: string }

export class OpenIdError extends Error {
  readonly problem: OpenIdProblem

  constructor(problem: OpenIdProblem) {
    super('detail' in problem ? `${problem.code}: ${problem.detail}` : problem.code)
    this.problem = problem
  }
}

export const answerRefused = (detail: string) => new OpenIdError({ code: 'answer_refused', detail })

/** What the network said while something was asked of a provider. */
export function networkProblem(error: unknown): OpenIdProblem {
  if (error instanceof UnsentError) return error.reason
  const { message, errors, code } = error as Error & { errors?: Error[]; code?: string }
  return { code: 'no_answer', detail: (message || errors?.[0]?.message || code || 'no reason').slice(0, 300) }
}

const declining = ['access_denied', 'login_required', 'interaction_required', 'consent_required', 'account_selection_required']
const clientErrors = ['invalid_client', 'unauthorized_client']

/** What the library has refused; rethrows what is none of its refusals. */
export function libraryProblem(error: unknown): OpenIdProblem {
  if (error instanceof OpenIdError) return error.problem
  if (error instanceof AuthorizationResponseError) {
    return declining.includes(error.error) ? { code: 'declined' } : { code: 'answer_refused', detail: error.error }
  }
  if (error instanceof ResponseBodyError) {
    return clientErrors.includes(error.error) ? { code: 'client_unknown' } : { code: 'answer_refused', detail: error.error }
  }
  // A 401 of the token endpoint without the error in its body.
  if (error instanceof WWWAuthenticateChallengeError) return { code: 'client_unknown' }
  if (error instanceof OperationProcessingError) {
    if (error.code === JWT_TIMESTAMP_CHECK) return { code: 'clock', detail: error.message }
    return { code: 'answer_refused', detail: error.message }
  }
  // Keys that are none are refused by the runtime's cryptography.
  if (error instanceof UnsupportedOperationError || error instanceof DOMException) {
    return { code: 'answer_refused', detail: error.message }
  }
  throw error
}

/** What is wrong with a description of a provider. */
export function descriptionProblem(error: unknown): OpenIdProblem {
  if (error instanceof OpenIdError) return error.problem
  if (!(error instanceof OperationProcessingError)) throw error
  if (error.code !== JSON_ATTRIBUTE_COMPARISON) return { code: 'no_description' }
  const { body } = error.cause as { readonly body?: { readonly issuer?: unknown } }
  return { code: 'other_issuer', issuer: String(body?.issuer) }
}
