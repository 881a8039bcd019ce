import { useQuery } from '@tanstack/react-query'
import type { Lead } from '#api/leads.ts'
import { commissionAmount, formatEuros } from '#domain/money.ts'
import { useMe } from '../app/session.ts'
import { standingQuery } from '../app/status-bar.tsx'

/** The rate of the partner's next commission in percent; null for staff, and until it is read. */
export function useOwnRate(): number | null {
  const { data } = useQuery({ ...standingQuery, enabled: useMe().role === 'partner' })
  return data?.current.commissionRate ?? null
}

/** What a lead of this amount would bring its partner at today's rate. */
export const wouldBring = (amountCents: number, ratePercent: number): string =>
  `≈ ${formatEuros(commissionAmount(amountCents, ratePercent))} pour vous`

/** The same of a lead that may still be signed and has an amount; null for others. */
export function leadWouldBring({ status, estimatedAmountCents }: Lead, ratePercent: number | null): string | null {
  if (ratePercent === null || estimatedAmountCents === 0 || status === 'signe' || status === 'refuse') return null
  return wouldBring(estimatedAmountCents, ratePercent)
}
