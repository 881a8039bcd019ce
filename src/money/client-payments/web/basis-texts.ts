import type { CommissionBasis } from '#money/commissions/domain.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import type { LeadReceipts } from '../api/client-payments.ts'

export const basisTexts: Readonly<Record<CommissionBasis, string>> = {
  cash: 'Chaque paiement du client rend sa part de la commission exigible.',
  signature: 'La commission est validée en une fois par l’équipe.',
}

type Terms = Pick<LeadReceipts, 'basis' | 'programmeBasis' | 'expectedCents' | 'remainder'>

/** What another rule changes for a lead, in euros; null is the rule of the programme. */
export function changeText({ basis, programmeBasis, expectedCents, remainder }: Terms, choice: CommissionBasis | null): string {
  const next = choice ?? programmeBasis
  const amount = remainder ? formatEurosExact(remainder.amountCents) : ''
  if (next === basis) {
    const today = `Rien ne change aujourd’hui${amount ? ` pour les ${amount} en attente` : ''}`
    return choice === null
      ? `${today} : ce lead suivra la règle du programme, aussi quand elle changera.`
      : `${today} : ce lead gardera cette règle, même si celle du programme change.`
  }
  if (!remainder) return basisTexts[next]
  if (next === 'signature') {
    return `Les ${amount} en attente ne seront plus exigibles par les paiements du client : l’équipe les validera en une fois.`
  }
  return (
    `Les ${amount} en attente ne se valideront plus en une fois : chaque paiement du client en rendra sa part exigible, ` +
    `sur les ${formatEurosExact(expectedCents ?? remainder.revenueCents)} attendus.`
  )
}
