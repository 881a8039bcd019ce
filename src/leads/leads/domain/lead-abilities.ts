import type { CommissionStatus } from '#money/commissions/domain.ts'

/**
 * A lead whose commission is validated can still be edited, but not moved or deleted. Partners do this with their own, staff with
 * the right to leads.
 */
export function leadAbilities(commission: CommissionStatus | null, lacksRight = false) {
  const settled = commission === 'valide' || commission === 'paye'
  const acts = !lacksRight
  return { edit: acts, move: acts && !settled, delete: acts && !settled }
}
