import type { RefusalCode } from '#domain/refusal.ts'

/** Codes that any request can get: they come from session, permission, form, key, connection, server or database. */
export const commonRefusals: readonly RefusalCode[] = [
  'not_signed_in',
  'not_allowed',
  'viewing_as_partner',
  'api_key_invalid',
  'api_scope_missing',
  'invalid_input',
  'idempotency_key_reused',
  'idempotency_in_progress',
  'malformed_request',
  'address_too_long',
  'headers_too_large',
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'method_not_allowed',
  'cross_site_request',
  'too_many_requests',
  'storage_full',
  'files_unavailable',
  'database_busy',
  'database_unavailable',
  'outcome_unknown',
  'shutting_down',
  'internal',
]
