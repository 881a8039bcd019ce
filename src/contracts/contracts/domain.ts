import type { CallerRights } from '#platform/domain/actor.ts'

/** The mandate lets the provider invoice in the partner's name. */
export const contractTypes = ['main', 'amendment', 'mandate'] as const
export type ContractType = (typeof contractTypes)[number]

export const contractTypeLabels: Readonly<Record<ContractType, string>> = {
  main: 'Main',
  amendment: 'Amendment',
  mandate: 'Billing mandate',
}

/** What a contract is called in French, in a sentence to its partner. */
export const contractWords: Readonly<Record<ContractType, { noun: string; a: string; the: string; this: string }>> = {
  main: { noun: 'contrat', a: 'un contrat', the: 'le contrat', this: 'ce contrat' },
  amendment: { noun: 'avenant', a: 'un avenant', the: 'l’avenant', this: 'cet avenant' },
  mandate: { noun: 'mandat', a: 'un mandat', the: 'le mandat', this: 'ce mandat' },
}

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

interface ContractCaller extends Omit<CallerRights, 'isOwn'> {
  readonly contractType: ContractType
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
  { isStaff, lacksRight = false, contractType, ofPartner, waitsForMain, signingMethod, countersigned, sealed }: ContractCaller,
) {
  const pending = status === 'en_attente'
  const acts = isStaff && !lacksRight
  return {
    sign: pending && !isStaff && !waitsForMain,
    // A mandate is signed in the portal: an invoice names its signature.
    validate: acts && ofPartner && pending && contractType !== 'mandate',
    revoke: acts && ofPartner && !pending,
    countersign: acts && signingMethod === 'electronic' && !countersigned,
    delete: acts && pending && !sealed,
  }
}

/** Who has to act on an unsigned contract: the partner signs it, or the provider follows up once it was declined. */
export const contractWaits = ['partner', 'provider'] as const
export type ContractWait = (typeof contractWaits)[number]

export const contractWaitLabels: Readonly<Record<ContractWait, string>> = {
  partner: 'Waits for the partner',
  provider: 'Declined: waits for you',
}
