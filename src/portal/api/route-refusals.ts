import type { Route } from '#platform/api/route.ts'
import type { RefusalCode } from '#platform/domain/refusal.ts'

/** Codes that any request can get: they come from session, permission, form, key, connection, server or database. */
export const commonRefusals = [
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
  'wrong_address',
  'too_many_requests',
  'storage_full',
  'files_unavailable',
  'database_busy',
  'database_unavailable',
  'outcome_unknown',
  'shutting_down',
  'maintenance',
  'internal',
] as const satisfies readonly RefusalCode[]

/** Codes that follow from what a route declares, then those that it names itself, all without `commonRefusals`. */
export function refusalsOf({ who, right, ability, params, refusals = [] }: Route): readonly RefusalCode[] {
  return [
    ...(who === 'unlocked' || who === 'unlockedPartner' ? (['contract_not_signed'] as const) : []),
    ...(right ? (['right_missing'] as const) : []),
    ...(ability ? (['partner_role_missing'] as const) : []),
    ...(params ? (['not_found'] as const) : []),
    ...refusals,
  ]
}
