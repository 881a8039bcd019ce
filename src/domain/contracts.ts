export const contractTypes = ['main', 'amendment'] as const
export type ContractType = (typeof contractTypes)[number]

export const contractTypeLabels: Readonly<Record<ContractType, string>> = { main: 'Main', amendment: 'Amendment' }

export const contractStatuses = ['en_attente', 'signe'] as const
export type ContractStatus = (typeof contractStatuses)[number]

export const contractStatusLabels: Readonly<Record<ContractStatus, string>> = {
  en_attente: 'Pending Signature',
  signe: 'Signed',
}

/** How a contract was signed: `electronic` is sealed, `validated` was marked as signed by staff, without a seal. */
export const signingMethods = ['electronic', 'validated'] as const
export type SigningMethod = (typeof signingMethods)[number]

/** Lifetime of a link to a contract's file in seconds (one year). */
export const contractLinkSeconds = 31_536_000

interface ContractAsked {
  readonly isStaff: boolean
  /** False once the contract's owner is no longer a partner; such contracts are read-only. */
  readonly ofPartner: boolean
  /** True for an amendment whose main contract is not signed. */
  readonly waitsForMain: boolean
  readonly signingMethod: SigningMethod | null
  readonly countersigned: boolean
  /** True once a sealed version exists; sealed contracts are kept even after revocation. */
  readonly sealed: boolean
}

/** A signed contract is evidence: it must be revoked before deletion, and is never deleted once sealed. */
export function contractAbilities(
  status: ContractStatus,
  { isStaff, ofPartner, waitsForMain, signingMethod, countersigned, sealed }: ContractAsked,
) {
  const pending = status === 'en_attente'
  return {
    sign: pending && !isStaff && !waitsForMain,
    validate: isStaff && ofPartner && pending,
    revoke: isStaff && ofPartner && !pending,
    countersign: isStaff && signingMethod === 'electronic' && !countersigned,
    delete: isStaff && pending && !sealed,
  }
}
