export const contractTypes = ['main', 'amendment'] as const
export type ContractType = (typeof contractTypes)[number]

export const contractTypeLabels: Readonly<Record<ContractType, string>> = { main: 'Main', amendment: 'Amendment' }

export const contractStatuses = ['en_attente', 'signe'] as const
export type ContractStatus = (typeof contractStatuses)[number]

export const contractStatusLabels: Readonly<Record<ContractStatus, string>> = {
  en_attente: 'Pending Signature',
  signe: 'Signed',
}

/** 31 536 000 s: how long the link to a contract's file is valid. */
export const contractLinkSeconds = 31_536_000

/** A signed contract is evidence: it is revoked before it can be deleted. */
export function contractAbilities(status: ContractStatus, isStaff: boolean) {
  const pending = isStaff && status === 'en_attente'
  return { validate: pending, revoke: isStaff && status === 'signe', delete: pending }
}
