import * as z from 'zod/mini'

const noDay = 'Please give a day of the calendar'
/** Within the years that the database's calendar and a date field share. */
const day = z.optional(
  z.iso.date(noDay).check(z.refine((value) => value >= '1900-01-01' && value <= '2999-12-31', { error: noDay })),
)

/** Days of the provider's calendar, both included; without one, that side is open. A query with them has `periodInOrder`. */
export const periodQuery = { from: day, to: day }

export interface Period {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Refuses a period that ends before it begins; a list would be empty without a word. */
export const periodInOrder = z.refine<Period>(({ from, to }) => !from || !to || from <= to, {
  error: 'The period ends before it begins',
  path: ['to'],
})
