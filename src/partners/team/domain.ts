import { abilitiesOf } from '#access/domain/abilities.ts'
import type { PartnerRole } from '#access/domain/actor.ts'
import { texts } from '#platform/domain/languages.ts'
import { m } from './messages/messages.ts'

/** The roles that read and change a partner's bank details. */
export const bankRoles = ['owner', 'accountant'] as const
export type BankRole = (typeof bankRoles)[number]

/** How somebody came to have a role that reaches a partner's bank details, or who reads the mailbox of one changed. */
export const appointmentActs = ['invited', 'role', 'moved', 'main', 'address'] as const
export type AppointmentAct = (typeof appointmentActs)[number]

/** Whether a role at a partner reads its bank details and changes them. */
export const reachesBank = (role: PartnerRole): role is BankRole => abilitiesOf({ role, seesAmounts: true }).includes('bank')

/** What each role sees and does, in one line; a member's amounts are said apart. */
const explanations: Readonly<Record<PartnerRole, string>> = texts({
  owner: m.ownerSees,
  manager: m.managerSees,
  member: m.memberSees,
  accountant: m.accountantSees,
})

/** What somebody sees and does as this. */
export function explanationOf(role: PartnerRole, seesAmounts: boolean): string {
  return role === 'member' && seesAmounts ? m.memberSeesAmounts() : explanations[role]
}
