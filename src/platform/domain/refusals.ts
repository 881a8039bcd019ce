/** The codes that any request may be refused with, and those of several areas, with their HTTP status. */
export const platformRefusals = {
  invalid_input: 422,
  malformed_request: 400,
  not_found: 404,
  method_not_allowed: 405,
  payload_too_large: 413,
  address_too_long: 414,
  headers_too_large: 431,
  request_timeout: 408,
  unsupported_media_type: 415,
  not_signed_in: 401,
  not_allowed: 403,
  cross_site_request: 403,
  /** The portal's page is open at an address that PUBLIC_URL does not fit: nobody could stay signed in there. */
  wrong_address: 403,
  too_many_requests: 429,
  idempotency_key_reused: 422,
  idempotency_in_progress: 409,

  link_invalid: 410,

  seal_failed: 503,
  mail_unavailable: 503,

  document_not_made: 503,
  characters_unprintable: 422,

  /** What the caller would overwrite is no longer as they saw it. */
  changed_meanwhile: 409,
  settings_changed_meanwhile: 409,

  file_infected: 422,
  file_not_scannable: 422,
  scanner_unavailable: 503,

  storage_full: 507,
  /** The object store does not answer. */
  files_unavailable: 503,
  database_busy: 503,
  /** The database is unreachable or read-only; nothing was changed. */
  database_unavailable: 503,
  /** The commit was sent but not acknowledged; the change may have happened. */
  outcome_unknown: 503,
  shutting_down: 503,
  /** The operator has closed the portal for everybody. */
  maintenance: 503,
  internal: 500,
} as const
