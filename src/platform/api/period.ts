import * as z from 'zod/mini'
import { m } from '../messages/messages.ts'

/** Within the years that the database's calendar and a date field share. */
const day = z.optional(
  z.iso
    .date({ error: m.dayMissing })
    .check(z.refine((value) => value >= '1900-01-01' && value <= '2999-12-31', { error: m.dayMissing })),
)

/** Days of the provider's calendar, both included; without one, that side is open. A query with them has `periodInOrder`. */
export const periodQuery = { from: day, to: day }

export interface Period {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Refuses a period that ends before it begins; a list would be empty without a word. */
export const periodInOrder = z.refine<object>(({ from, to }: Period) => !from || !to || from <= to, {
  error: m.periodReversed,
  path: ['to'],
})
