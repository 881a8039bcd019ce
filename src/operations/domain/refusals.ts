export const operationsRefusals = {
  webhook_off: 409,
} as const
