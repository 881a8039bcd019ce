export const peopleDataRefusals = {
  /** An account is erased once it has ended. */
  account_active: 409,
  erasure_exists: 409,
  erasure_over: 409,
  erasure_in_time: 409,
} as const
