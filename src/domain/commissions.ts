import type { Cents } from './money.ts'

/** en_attente (Pending) -> valide (Validated) -> paye (Paid); transitions are one-way. */
export const commissionStatuses = ['en_attente', 'valide', 'paye'] as const
export type CommissionStatus = (typeof commissionStatuses)[number]

export const commissionStatusLabels: Readonly<Record<CommissionStatus, string>> = {
  en_attente: 'Pending',
  valide: 'Validated',
  paye: 'Paid',
}

/** Payment term in days, counted from validation; staff validate once the client has paid. */
export const paymentDelayDays = 30

/** Latest payment date of a validated commission. */
export function payableBy(validatedAt: Date): Date {
  return new Date(validatedAt.getTime() + paymentDelayDays * 86_400_000)
}

/** Statuses whose revenue counts for the tier. Includes paid, so that paying a partner never demotes them. */
const tierRevenueStatuses: readonly CommissionStatus[] = ['valide', 'paye']

/** Count and sums of the commissions in one status. */
export interface CommissionStatusStats {
  readonly status: CommissionStatus
  readonly count: number
  readonly revenueCents: Cents
  readonly amountCents: Cents
}

/** Totals for stat cards and tiers, derived from the sums per status so that they always agree. */
export function commissionStats(rows: readonly CommissionStatusStats[]) {
  const of = (status: CommissionStatus) => rows.filter((row) => row.status === status)
  const amount = (some: readonly CommissionStatusStats[]) => some.reduce((sum, row) => sum + row.amountCents, 0)
  const pending = of('en_attente')
  return {
    totalCents: amount(rows),
    validatedCents: amount(of('valide')),
    pendingCents: amount(pending),
    pendingCount: pending.reduce((sum, row) => sum + row.count, 0),
    paidCents: amount(of('paye')),
    unpaidCents: amount(rows) - amount(of('paye')),
    tierRevenueCents: rows
      .filter((row) => tierRevenueStatuses.includes(row.status))
      .reduce((sum, row) => sum + row.revenueCents, 0),
  }
}

/**
 * Correcting and validating is for pending commissions, Mark as Paid for validated ones, all for staff. A lead's commission
 * goes when the lead leaves Signé; one that was added by hand is removed by hand, while it is pending.
 */
export function commissionAbilities(status: CommissionStatus, { isStaff, byHand }: { isStaff: boolean; byHand: boolean }) {
  const pending = isStaff && status === 'en_attente'
  return { correct: pending, validate: pending, pay: isStaff && status === 'valide', remove: pending && byHand }
}
