import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '#platform/api/shapes.ts'
import { texts } from '#platform/domain/languages.ts'
import { Refusal, type RefusalCode } from '#platform/domain/refusal.ts'
import { m } from '#platform/messages/messages.ts'
import { type ConstraintRefusals, refusalOfDatabase } from '#platform/server/db/constraint-refusals.ts'
import { StoreUnavailable } from '#platform/server/files/store-unavailable.ts'
import { loggedRequest } from './request-log.ts'

const titles: Partial<Record<RefusalCode, string>> = texts({
  invalid_input: m.titleInvalidInput,
  not_signed_in: m.titleNotSignedIn,
  not_allowed: m.titleNotAllowed,
  api_key_invalid: m.titleKeyInvalid,
  api_scope_missing: m.titleScopeMissing,
  not_found: m.titleNotFound,
  too_many_requests: m.titleTooManyRequests,
  maintenance: m.titleMaintenance,
  internal: m.titleInternal,
})

/** Maps Fastify's errors to refusals: malformed or too large bodies, unsupported types. */
const fastifyCodes: Readonly<Record<string, RefusalCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_request',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_BAD_URL: 'malformed_request',
}

/** The only error handler: refusals respond with their status, anything else is logged and becomes `internal`. */
export function answerErrors(app: FastifyInstance, constraints: ConstraintRefusals): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = refusalOf(error, constraints, request.method === 'GET' || request.method === 'HEAD')
    if (refusal) return sendProblem(reply, request, refusal)
    request.log.error({ err: error, ...loggedRequest(request) }, 'unexpected error')
    const text = m.internalError({ id: request.id })
    return sendProblem(reply, request, new Refusal('internal', text))
  })
}

/** What an answer that failed while it was made has said of itself. */
const headersOfAnswer = ['content-encoding', 'content-disposition', 'content-length', 'content-range', 'etag']

export function sendProblem(reply: FastifyReply, request: FastifyRequest, refusal: Refusal): FastifyReply {
  for (const header of headersOfAnswer) reply.removeHeader(header)
  if (refusal.code === 'too_many_requests') reply.header('retry-after', refusal.facts.retryAfter ?? 60)
  else if (refusal.facts.retryAfter !== undefined) reply.header('retry-after', refusal.facts.retryAfter)
  if (refusal.code === 'api_key_invalid') reply.header('www-authenticate', 'Bearer error="invalid_token"')
  const body = problemOf(refusal, request.id)
  return reply.code(refusal.status).type('application/problem+json').serializer(JSON.stringify).send(body)
}

/** Converts a refusal to problem details (RFC 9457). */
export function problemOf(refusal: Refusal, requestId: string): Problem {
  return {
    type: `/api/docs#${refusal.code}`,
    title: refusal.title ?? titles[refusal.code] ?? refusal.message,
    status: refusal.status,
    code: refusal.code,
    detail: refusal.message,
    requestId,
    facts: { ...refusal.facts },
    fields: [...refusal.fields],
  }
}

/** For reads an unknown commit is harmless: report a busy database instead. */
function nothingRead(): Refusal {
  const facts = { retryAfter: 2 }
  return new Refusal('database_busy', m.readSilent(), { facts })
}

function filesUnavailable(): Refusal {
  const facts = { retryAfter: 5 }
  return new Refusal('files_unavailable', m.filesUnavailable(), { facts })
}

function refusalOf(error: FastifyError, constraints: ConstraintRefusals, isRead: boolean): Refusal | null {
  if (error instanceof Refusal) return error
  const fromDatabase = refusalOfDatabase(error, constraints)
  if (fromDatabase) return isRead && fromDatabase.code === 'outcome_unknown' ? nothingRead() : fromDatabase
  if (error instanceof StoreUnavailable) return filesUnavailable()
  const code = fastifyCodes[error.code] ?? (error instanceof SyntaxError ? 'malformed_request' : null)
  return code && new Refusal(code, error.message)
}
