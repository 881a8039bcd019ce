import { type PartnerRole, partnerRoles } from '#access/domain/actor.ts'
import { partnerRoleLabels } from '#accounts/people/domain.ts'
import { normalizeTitle } from '#platform/domain/file-columns.ts'

/** What both languages call the roles, whoever reads. */
const otherNames: Readonly<Record<PartnerRole, readonly string[]>> = {
  owner: ['owner', 'proprietaire', 'responsable', 'gerant'],
  manager: ['manager', 'gestionnaire'],
  member: ['member', 'membre', 'collaborateur'],
  accountant: ['accountant', 'comptable'],
}

/** The role that a cell names; null for none, undefined for one that nobody has. */
export function readRole(text: string): PartnerRole | null | undefined {
  const word = normalizeTitle(text)
  if (word === '') return null
  return partnerRoles.find((role) => [partnerRoleLabels[role], ...otherNames[role]].some((name) => normalizeTitle(name) === word))
}
