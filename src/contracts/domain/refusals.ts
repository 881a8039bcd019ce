export const contractsRefusals = {
  mandate_by_hand: 409,

  contract_missing: 409,
  contract_not_pending: 409,
  contract_already_pending: 409,
  contract_signed_kept: 409,
  contract_replaced: 409,
  main_contract_first: 409,
  document_not_opened: 409,
  document_changed: 409,
  signing_code_wrong: 403,
  signing_code_expired: 410,

  template_changed_meanwhile: 409,
  template_in_use: 409,
  template_archived: 409,
  template_values_missing: 409,
} as const
