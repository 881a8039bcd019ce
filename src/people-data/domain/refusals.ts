export const peopleDataRefusals = {
  request_answered: 409,
  request_not_answered: 409,
  extension_impossible: 409,
  texts_unread: 409,
  /** A lead of somebody who is to be forgotten is neither erased nor about to be. */
  person_not_erased: 409,
  received_in_future: 422,
  reason_missing: 422,
  /** An account is erased once it has ended. */
  account_active: 409,
  erasure_exists: 409,
  erasure_over: 409,
  erasure_in_time: 409,
} as const
