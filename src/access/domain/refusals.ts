/** What a caller may not do, and uploads that are not taken, with their HTTP status. */
export const accessRefusals = {
  /** The caller's staff role lacks the right that the route needs. */
  right_missing: 403,
  /** The caller's role at their partner does not allow it. */
  partner_role_missing: 403,
  /** A member of staff views the portal as a partner, which allows neither changes nor secrets. */
  viewing_as_partner: 403,
  /** Unknown, revoked or expired. */
  api_key_invalid: 401,
  /** The API key is not allowed to call this route. */
  api_scope_missing: 403,
  contract_not_signed: 403,

  document_unsignable: 422,
  document_unreadable: 422,
  inspection_unavailable: 503,

  file_too_large: 422,
  file_type_not_allowed: 422,
  file_missing: 422,
  upload_not_found: 409,
} as const
