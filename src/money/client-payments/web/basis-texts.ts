import type { CommissionBasis } from '#money/commissions/domain.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import type { LeadReceipts } from '../api/client-payments.ts'
import { m } from '../messages/messages.ts'

export const basisTexts: Readonly<Record<CommissionBasis, string>> = {
  cash: m.cashBasis(),
  signature: m.signatureBasis(),
}

type Terms = Pick<LeadReceipts, 'basis' | 'programmeBasis' | 'expectedCents' | 'remainder'>

/** What another rule changes for a lead, in euros; null is the rule of the programme. */
export function changeText({ basis, programmeBasis, expectedCents, remainder }: Terms, choice: CommissionBasis | null): string {
  const next = choice ?? programmeBasis
  const amount = remainder ? formatEurosExact(remainder.amountCents) : ''
  if (next === basis) {
    const today = amount ? m.nothingChangesPending({ amount }) : m.nothingChanges()
    return choice === null ? m.followsProgramme({ today }) : m.keepsRule({ today })
  }
  if (!remainder) return basisTexts[next]
  if (next === 'signature') return m.toWholeValidation({ amount })
  return m.toCashBasis({ amount, expected: formatEurosExact(expectedCents ?? remainder.revenueCents) })
}
