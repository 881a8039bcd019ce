export const partnersRefusals = {
  /** A partner has as many people as the provider allows. */
  team_full: 409,
  main_person_stays: 409,
  /** An owner has objected to a role, and nobody of the staff has answered yet. */
  role_objected: 409,
  /** Whoever gave a role does not keep it against an objection. */
  own_appointment: 403,
  last_owner: 409,
  /** What was confirmed is not what there is any more. */
  preview_outdated: 409,
  /** Somebody of the partner still has something to do. */
  merge_impossible: 409,

  email_taken: 409,
  invitation_not_pending: 409,
  link_is_mailed: 409,
  own_role: 403,
  last_administrator: 409,
  administrator_not_deletable: 403,
  partner_not_active: 409,

  external_id_taken: 409,
  partner_required: 422,

  partner_active: 409,
} as const
