export const importsRefusals = {
  import_not_open: 409,
  import_incomplete: 409,
  import_rows_refused: 422,
} as const
