import * as z from 'zod/mini'
import { maxCents } from '#platform/domain/money.ts'
import { type AmountMessages, amountError } from '#platform/domain/typed-amounts.ts'

/** Whole euro cents, zero or more, that a person types: each way of being wrong has its words. */
export const typedCents = (words: AmountMessages) => {
  const error = ({ input }: { input?: unknown }) => amountError(input, words) ?? words.notPositive
  return z.int({ error }).check(z.minimum(0, { error }), z.maximum(maxCents, { error }))
}
