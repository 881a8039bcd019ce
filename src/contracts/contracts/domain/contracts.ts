import type { CallerRights } from '#access/domain/actor.ts'
import { texts } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'

/** The mandate lets the provider invoice in the partner's name. */
export const contractTypes = ['main', 'amendment', 'mandate'] as const
export type ContractType = (typeof contractTypes)[number]

export const contractTypeLabels = texts<ContractType>({
  main: m.main,
  amendment: m.amendment,
  mandate: m.mandate,
})

/** What a contract is called on the certificate of its signature, which is in French. */
export const contractWords: Readonly<Record<ContractType, { noun: string }>> = {
  main: { noun: 'contrat' },
  amendment: { noun: 'avenant' },
  mandate: { noun: 'mandat' },
}

export const contractStatuses = ['en_attente', 'signe'] as const
export type ContractStatus = (typeof contractStatuses)[number]

export const contractStatusLabels = texts<ContractStatus>({
  en_attente: m.pendingSignature,
  signe: m.stateSigned,
})

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

export const contractWaitLabels = texts<ContractWait>({
  partner: m.waitsForPartner,
  provider: m.waitsForProvider,
})
