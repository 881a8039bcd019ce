import type { PartnerRole } from '#platform/domain/actor.ts'
import { texts } from '#platform/domain/languages.ts'
import { m } from './messages/messages.ts'

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
