import type { Problem } from '#platform/api/shapes.ts'
import { ApiError, networkError } from './api-error.ts'
import { noticeSignedOut } from './query-client.ts'

/** Parses an error response, which may also come from a proxy. */
export function toError(contentType: string | null, text: string): ApiError {
  if (!contentType?.includes('problem+json')) return networkError()
  const error = new ApiError(JSON.parse(text) as Problem)
  if (error.code === 'not_signed_in') noticeSignedOut()
  return error
}
