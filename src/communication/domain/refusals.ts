export const communicationRefusals = {
  announcement_without_recipients: 409,
  resource_changed: 409,
} as const
