import type { Me } from '#access/api/session.ts'
import { staffRoleExplanations } from '#access/domain/staff-right-explanations.ts'
import { staffRoleLabels } from '#access/domain/staff-rights.ts'
import { partnerRoleLabels } from '#accounts/people/domain.ts'
import { explanationOf } from '#partners/team/domain.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { m } from '#portal/messages/messages.ts'

/** Says in an open tab why it looks different now: somebody gave the signed-in person another role. */
export function noticeNewRole({ staffRole }: Pick<Me, 'staffRole'>): void {
  if (staffRole) toastSuccess(m.roleIsNow({ staffRole: staffRoleLabels[staffRole] }), staffRoleExplanations[staffRole])
  else toastSuccess(m.roleIsNowPartner(), m.seeYourOwn())
}

/** The same of what somebody is to their partner. */
export function noticeRoleAtPartner({ role, abilities }: NonNullable<Me['partner']>): void {
  const label = partnerRoleLabels[role]
  toastSuccess(m.roleAtPartnerIsNow({ role: label }), explanationOf(role, abilities.includes('own_money')))
}
