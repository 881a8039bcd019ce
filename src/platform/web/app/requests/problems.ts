import type { Problem } from '#platform/api/shapes.ts'
import { typeset } from '#platform/domain/typesetting.ts'
import { noticeSignedOut } from '../queries/query-client.ts'
import { ApiError, networkError } from './api-error.ts'

/** The sentences of a problem are shown as they are. */
const typesetSentence = (key: string, value: unknown) =>
  typeof value === 'string' && (key === 'detail' || key === 'message') ? typeset(value) : value

/** Parses an error response, which may also come from a proxy. */
export function toError(contentType: string | null, text: string): ApiError {
  if (!contentType?.includes('problem+json')) return networkError()
  const error = new ApiError(JSON.parse(text, typesetSentence) as Problem)
  if (error.code === 'not_signed_in') noticeSignedOut()
  return error
}
