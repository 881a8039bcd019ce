import type { PaymentObstacle } from '../domain/client-payments.ts'

/** Why no payment can be recorded for a lead, beside its name in a list. */
export const obstacleNotes: Readonly<Record<PaymentObstacle, string>> = {
  not_signed: 'not signed yet',
  settled: 'validated as a whole',
  by_hand: 'by hand: validate the commission yourself',
  own: 'your own: somebody else has to record it',
}

/** The same as a sentence, in the place of what a payment would bring. */
export const obstacleSentences: Readonly<Record<PaymentObstacle, string>> = {
  not_signed: 'This lead is not in Signé: payments are recorded for signed leads.',
  settled: 'The commission for this lead was validated as a whole: a payment brings nothing more.',
  by_hand: 'By hand: validate the commission yourself. Payments of this lead’s client bring nothing by themselves.',
  own: 'This commission is your own: somebody else has to record what makes it due.',
}
