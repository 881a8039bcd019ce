import * as z from 'zod/mini'
import { centsSum, id, personName } from '#platform/api/shapes.ts'

export const creditParts = { receivedOn: z.iso.date(), payer: z.nullable(z.string()), receivedCents: centsSum }

/** `repeated` was recorded before; `refused` cannot be recorded, and says why. */
const creditOutcomes = ['ready', 'repeated', 'refused'] as const

/** A credit that names an invoice of the provider's. */
export const credit = z.object({
  ...creditParts,
  /** The reference of the client payment that is recorded from this credit. */
  reference: z.string(),
  invoice: z.object({ id, number: z.string(), totalCents: centsSum, openCents: centsSum }),
  lead: z.object({ id, name: z.string(), company: z.string() }),
  partner: personName,
  outcome: z.enum(creditOutcomes),
  /** Why it cannot be recorded, or what is said of its day: before the signature, or after the client has left. */
  message: z.nullable(z.string()),
  /** It pays all that is open on the invoice. */
  isWhole: z.boolean(),
  /** The net amount that is recorded, and the commission that it brings. */
  netCents: centsSum,
  commissionCents: centsSum,
  /** By how much the client will have paid more than was expected; 0 if it is no more. */
  aboveCents: centsSum,
})
export type AnswerCredit = z.infer<typeof credit>

/** A credit that names several invoices: a person decides. */
export const ambiguousCredit = z.object({
  ...creditParts,
  numbers: z.array(z.string()),
  /** The leads whose clients the invoices were sent to, in the order of the numbers. */
  leads: z.array(z.object({ id, company: z.string() })),
})
export type AmbiguousCredit = z.infer<typeof ambiguousCredit>
