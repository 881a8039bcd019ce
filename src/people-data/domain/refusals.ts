export const peopleDataRefusals = {
  erasure_exists: 409,
  erasure_over: 409,
  erasure_in_time: 409,
} as const
