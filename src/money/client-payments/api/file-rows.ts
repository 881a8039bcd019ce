import * as z from 'zod/mini'

const cell = z._default(z.string(), '')

/** The texts of a file's row: the server reads days and amounts, and finds the lead by its id, or by its company and e-mail. */
export const clientPaymentRow = z.strictObject({
  leadId: cell,
  company: cell,
  email: cell,
  reference: cell,
  receivedOn: cell,
  amount: cell,
})
export type GivenClientPayment = z.output<typeof clientPaymentRow>
