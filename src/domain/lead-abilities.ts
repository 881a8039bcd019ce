import type { CommissionStatus } from './commissions.ts'

/** A lead whose commission is validated can still be edited, but not moved or deleted. */
export function leadAbilities(commission: CommissionStatus | null) {
  const settled = commission === 'valide' || commission === 'paye'
  return { edit: true, move: !settled, delete: !settled }
}
