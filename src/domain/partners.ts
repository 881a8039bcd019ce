import type { Role } from './actor.ts'
import type { ContractStatus } from './contracts.ts'

interface Subject {
  readonly userId: string
  readonly role: Role
  readonly state: 'invited' | 'active'
  /** Status of the newest main contract; null without one. */
  readonly contract: ContractStatus | null
  readonly openInvitation: boolean
}

/** Actions an administrator may take on a person. Validate, Revoke and Delete are not offered for administrators. */
export function personAbilities(subject: Subject, administratorId: string) {
  const isPartner = subject.role === 'partner'
  return {
    changeRole: subject.userId !== administratorId,
    validateContract: isPartner && subject.contract === 'en_attente',
    revokeContract: isPartner && subject.contract === 'signe',
    delete: isPartner,
    resendInvitation: subject.state === 'invited',
    endSessions: subject.state === 'active' && subject.userId !== administratorId,
    withdrawInvitation: subject.state === 'invited' && subject.openInvitation,
  }
}

/** Display name; deleted people keep their name and are marked. */
export function nameOf(person: { readonly name: string; readonly deleted: boolean }): string {
  return person.deleted ? `${person.name} (deleted)` : person.name
}
