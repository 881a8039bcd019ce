import type { PaymentObstacle } from '../domain/client-payments.ts'
import { m } from '../messages/messages.ts'

/** Why no payment can be recorded for a lead, beside its name in a list. */
export const obstacleNotes: Readonly<Record<PaymentObstacle, string>> = {
  not_signed: m.notSignedYet(),
  settled: m.validatedAsWhole(),
  by_hand: m.byHand(),
  own: m.yourOwn(),
}

/** The same as a sentence, in the place of what a payment would bring. */
export const obstacleSentences: Readonly<Record<PaymentObstacle, string>> = {
  not_signed: m.leadNotSignedSentence(),
  settled: m.settledSentence(),
  by_hand: m.byHandSentence(),
  own: m.ownCommission(),
}
