import type { Role } from '#access/domain/actor.ts'
import type { Right } from '#access/domain/staff-rights.ts'
import type { ContractStatus } from '#contracts/contracts/domain/contracts.ts'

interface Subject {
  readonly userId: string
  readonly role: Role
  readonly state: 'invited' | 'active'
  /** Status of the newest main contract; null without one. */
  readonly contract: ContractStatus | null
  readonly openInvitation: boolean
  /** Whether signing in takes a second factor. */
  readonly twoFactor: boolean
}

interface Staff {
  readonly userId: string
  readonly rights: readonly Right[]
}

/** Actions that somebody of staff may take on a person. Validate, Revoke and Delete are not offered for staff. */
export function personAbilities(subject: Subject, { userId, rights }: Staff) {
  const isPartner = subject.role === 'partner'
  const may = (right: Right) => rights.includes(right)
  const mayInvite = may('team') || (isPartner && may('partners'))
  return {
    changeRole: may('team') && subject.userId !== userId,
    assignContract: may('contracts') && isPartner && subject.contract === null,
    validateContract: may('contracts') && isPartner && subject.contract === 'en_attente',
    revokeContract: may('contracts') && isPartner && subject.contract === 'signe',
    delete: may('partners') && isPartner,
    /** Name, company and address. */
    correct: may('partners') && isPartner,
    resendInvitation: mayInvite && subject.state === 'invited',
    endSessions: mayInvite && subject.state === 'active' && subject.userId !== userId,
    /** Never one's own: a stolen session would be enough to switch it off. */
    resetSecondFactor: mayInvite && subject.twoFactor && subject.userId !== userId,
    withdrawInvitation: mayInvite && subject.state === 'invited' && subject.openInvitation,
  }
}

/** The abilities for a person whose access has ended: none. */
export const noAbilities: ReturnType<typeof personAbilities> = {
  changeRole: false,
  assignContract: false,
  validateContract: false,
  revokeContract: false,
  delete: false,
  correct: false,
  resendInvitation: false,
  endSessions: false,
  resetSecondFactor: false,
  withdrawInvitation: false,
}
