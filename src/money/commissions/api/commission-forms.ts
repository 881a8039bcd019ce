import * as z from 'zod/mini'
import { cents, optionalText, text } from '#platform/api/shapes.ts'
import { typedCents } from '#platform/api/typed-cents.ts'
import { englishAmountMessages } from '#platform/domain/typed-amounts.ts'

const missing = 'Please fill in all required fields'
const revenueCents = typedCents(englishAmountMessages('The revenue'))
const commissionRate = z
  .number('The rate must be between 0 and 100 %')
  .check(
    z.minimum(0, 'The rate must be between 0 and 100 %'),
    z.maximum(100, 'The rate must be between 0 and 100 %'),
    z.multipleOf(0.01, 'The rate has at most two decimals'),
  )

/** A commission that no lead brought: it says what it is for. Without a rate it gets the partner's rate of this moment. */
export const commissionForm = z.strictObject({
  partnerId: z.uuid(missing),
  description: text(2, 200, missing),
  revenueCents,
  commissionRate: z.optional(commissionRate),
})
/** `from` holds the amounts that the caller saw: the correction is refused if they have changed since. */
export const correctionForm = z.strictObject({
  revenueCents,
  commissionRate,
  from: z.strictObject({ revenueCents, commissionRate }),
})

const noReason = 'Please say why'
export const holdForm = z.strictObject({ reason: text(2, 500, noReason) })
/** `left` holds the amounts that the caller saw: taking back is refused if they have changed since. */
export const reversalForm = z.strictObject({
  revenueCents: typedCents(englishAmountMessages('The revenue')).check(z.minimum(1, 'The revenue must be more than 0')),
  reason: text(2, 200, noReason),
  leftCents: cents(),
})
/** A payment by bank has a day in the provider's calendar, today unless given, and a reference in the statement. */
export const bankPayment = z.strictObject({
  paidOn: z.optional(z.iso.date('Please give the day of the payment')),
  reference: optionalText(140),
})
