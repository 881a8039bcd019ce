import * as z from 'zod/mini'
import { cents, lines, optionalText, text } from '#platform/api/shapes.ts'
import { typedCents } from '#platform/api/typed-cents.ts'
import { amountMessages } from '#platform/domain/typed-amounts.ts'
import { m } from '../messages/messages.ts'

const missing = { error: m.fieldsMissing }
const revenueCents = typedCents(amountMessages(m.theRevenue))
const outOfRange = { error: m.rateOutOfRange }
const commissionRate = z
  .number(outOfRange)
  .check(z.minimum(0, outOfRange), z.maximum(100, outOfRange), z.multipleOf(0.01, { error: m.rateDecimals }))

/** A commission that no lead brought: it says what it is for. Without a rate it gets the partner's rate of this moment. */
export const commissionForm = z.strictObject({
  partnerId: z.uuid(missing),
  description: text(2, 200, m.fieldsMissing),
  revenueCents,
  commissionRate: z.optional(commissionRate),
})
/** `from` holds the amounts that the caller saw: the correction is refused if they have changed since. */
export const correctionForm = z.strictObject({
  revenueCents,
  commissionRate,
  from: z.strictObject({ revenueCents, commissionRate }),
})

export const holdForm = z.strictObject({ reason: lines(2, 500, m.reasonMissing) })
/**
 * `leftCents` is what the caller saw that is left: of the revenue, or of the amount where no revenue is left. Taking back is
 * refused if it has changed since. `revenueCents` 0 takes back the whole of an amount that no revenue is left of.
 */
export const reversalForm = z.strictObject({
  revenueCents: typedCents(amountMessages(m.theRevenue)).check(z.minimum(0, { error: m.revenueNotPositive })),
  reason: text(2, 200, m.reasonMissing),
  leftCents: cents(),
})
/** A payment by bank has a day in the provider's calendar, today unless given, and a reference in the statement. */
export const bankPayment = z.strictObject({
  paidOn: z.optional(z.iso.date({ error: m.paymentDayMissing })),
  reference: optionalText(140),
})
