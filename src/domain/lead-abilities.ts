import type { CommissionStatus } from './commissions.ts'

/** Once money was validated, the lead it came from stays where it is: it can be edited, not moved away or deleted. */
export function leadAbilities(commission: CommissionStatus | null) {
  const settled = commission === 'valide' || commission === 'paye'
  return { edit: true, move: !settled, delete: !settled }
}
