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

interface ContractAsked {
  readonly isStaff: boolean
  /** Whether whose contract it is still is a partner: the contracts of others are history. */
  readonly ofPartner: boolean
  /** An amendment whose main contract is not signed. */
  readonly waitsForMain: boolean
  readonly signedBy: 'manual' | 'electronic' | null
  readonly countersigned: boolean
  /** Whether it was ever sealed: what was sealed stays, revoked or not. */
  readonly sealed: boolean
}

/** A signed contract is evidence: it is revoked before it can be deleted, and never deleted once it was sealed. */
export function contractAbilities(
  status: ContractStatus,
  { isStaff, ofPartner, waitsForMain, signedBy, countersigned, sealed }: ContractAsked,
) {
  const pending = status === 'en_attente'
  return {
    sign: pending && !isStaff && !waitsForMain,
    validate: isStaff && ofPartner && pending,
    revoke: isStaff && ofPartner && !pending,
    countersign: isStaff && signedBy === 'electronic' && !countersigned,
    delete: isStaff && pending && !sealed,
  }
}
