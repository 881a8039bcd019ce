import type { LeadDetail } from '#leads/leads/api/leads.ts'
import { payableBy as payableSince, paymentDelayDays } from '#money/rules/domain/calendar.ts'
import { type Cents, formatEuros, formatEurosExact } from '#platform/domain/money.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { m } from '../messages/messages.ts'

type Commission = NonNullable<LeadDetail['commission']>

/** Without decimals, as on cards, unless there are cents. */
const shortEuros = (cents: Cents) => (cents % 100 === 0 ? formatEuros(cents) : formatEurosExact(cents))

/**
 * When a signed lead's commission is expected. Validated it has its date; pending it has one only if the team's validation is all
 * that is missing, which is then said: the money of a client who has yet to pay has none.
 */
export function commissionTiming({ status, awaitsClient, isHeld, payableBy, paidAt }: Commission, now: Date): string {
  if (status === 'paye') return paidAt ? m.paidOn({ day: shortDate(paidAt) }) : m.paid()
  if (isHeld) return m.onHold()
  if (payableBy) return m.expectedBy({ day: shortDate(payableBy) })
  if (status === 'valide') return m.expectedWithoutDay()
  if (awaitsClient) return m.expectedAfterClient({ days: paymentDelayDays })
  return m.expectedAbout({ day: shortDate(payableSince(now).toISOString()) })
}

/** '1 575 € pour vous, attendus vers le 24/06/2026, une fois validés'; `owner`: 'vous', or for staff the partner's name. */
export function commissionPromise(commission: Commission, owner: string, now: Date): string {
  return `${commissionShare(commission, owner)}, ${commissionTiming(commission, now)}`
}

export const commissionShare = ({ amountCents }: Pick<Commission, 'amountCents'>, owner: string) =>
  m.shareOf({ amount: shortEuros(amountCents), owner })
