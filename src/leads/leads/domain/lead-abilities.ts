import type { CommissionStatus } from '#money/commissions/domain.ts'

/** Whether the commission of a lead is validated or paid. */
export const isSettled = (commission: CommissionStatus | null): boolean => commission === 'valide' || commission === 'paye'

/**
 * A lead whose commission is settled can still be edited, but not moved or deleted. Partners do this with their own, staff with
 * the right to leads: `mayAct`.
 */
export function leadAbilities(lead: { readonly settled?: boolean | undefined }, mayAct = true) {
  const mayLeave = mayAct && !lead.settled
  return { edit: mayAct, move: mayLeave, delete: mayLeave }
}
