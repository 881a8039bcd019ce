import { type Role, roleLabels } from '#access/domain/actor.ts'
import { staffRoleExplanations } from '#access/domain/staff-right-explanations.ts'
import { type StaffRole, staffRoleLabels, staffRoles } from '#access/domain/staff-rights.ts'
import { m } from '../messages/messages.ts'

/** What one chooses in a dialog: partner, or a role among the staff. */
export type RoleChoice = 'partner' | StaffRole

interface GivenRole {
  readonly role: Role
  readonly staffRole: StaffRole | null
}

export const roleChoices = (['partner', ...staffRoles] as const).map((value) => ({ value, label: choiceLabel(value) }))

export function choiceLabel(choice: RoleChoice): string {
  return choice === 'partner' ? roleLabels.partner : staffRoleLabels[choice]
}

export function choiceOf({ role, staffRole }: GivenRole): RoleChoice {
  return role === 'partner' ? 'partner' : (staffRole ?? 'administrator')
}

/** Converts a choice to the role that the API takes. */
export function givenRole(choice: RoleChoice): { role: Role; staffRole?: StaffRole } {
  return choice === 'partner' ? { role: 'partner' } : { role: 'admin', staffRole: choice }
}

/** What somebody in this role sees and may do. */
export function explanationOf(choice: RoleChoice): string {
  return choice === 'partner' ? m.partnerRights() : staffRoleExplanations[choice]
}

/** A person's role as tables show it. */
export function roleLabel(person: GivenRole): string {
  return choiceLabel(choiceOf(person))
}
