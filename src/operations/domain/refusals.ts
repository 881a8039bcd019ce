/** The codes of this area, with their HTTP status. */
export const operationsRefusals = {
  webhook_off: 409,
} as const
