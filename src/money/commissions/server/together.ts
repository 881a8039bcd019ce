import { formatEurosExact } from '#platform/domain/money.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { m } from '../messages/messages.ts'

/** Commissions that something is done with together, and their sum. */
export interface Together {
  readonly count: number
  readonly amountCents: number
}

/** Lines that become valid together. */
export type ValidLines = readonly { readonly amount_cents: number }[]

export const togetherOf = (rows: ValidLines): Together => ({
  count: rows.length,
  amountCents: rows.reduce((sum, { amount_cents: cents }) => sum + cents, 0),
})

/**
 * Refuses `commissions_changed` if another sum became valid than was confirmed, with the sum that would: nothing is validated
 * then.
 */
export function checkTogether(done: Together, seenCents: number, chosen: number): void {
  if (done.amountCents === seenCents) return
  const sum = formatEurosExact(done.amountCents)
  const why =
    done.count > chosen
      ? m.leadCountsWhole({ chosen, count: done.count, sum })
      : m.commissionsChanged({ fit: done.count, chosen, sum, status: 'en_attente' })
  throw new Refusal('commissions_changed', why, { facts: { ...done } })
}
