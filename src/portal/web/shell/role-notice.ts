import type { Me } from '#platform/api/session.ts'
import { staffRoleExplanations } from '#platform/domain/staff-right-explanations.ts'
import { staffRoleLabels } from '#platform/domain/staff-rights.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'

/** Says in an open tab why it looks different now: somebody gave the signed-in person another role. */
export function noticeNewRole({ staffRole }: Pick<Me, 'staffRole'>): void {
  if (staffRole) toastSuccess(`Your role is now ${staffRoleLabels[staffRole]}`, staffRoleExplanations[staffRole])
  else toastSuccess('Your role is now Partner', 'You see your own leads, commissions and contract.')
}
