export const overviewRefusals = {
  programme_changed_meanwhile: 409,
  programme_not_importable: 409,
} as const
