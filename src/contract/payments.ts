import * as z from 'zod/mini'
import { route } from './route.ts'
import { text, time } from './shapes.ts'

const wrongIban = 'Invalid IBAN format (e.g., FR76...)'

/** Rules and words of the bank details form, in the order in which its fields stand; values are trimmed. */
export const paymentForm = z.strictObject({
  company: text(2, 200, 'Company name must be at least 2 characters', 'Company name too long'),
  iban: z.string(wrongIban).check(
    z.overwrite((value) => value.replace(/\s+/g, '')),
    z.minLength(15, wrongIban),
    z.maxLength(34, wrongIban),
    z.regex(/^[A-Z]{2}\d{2}[A-Z0-9]+$/, wrongIban),
  ),
  address: text(5, 500, 'Address must be at least 5 characters', 'Address too long'),
  country: text(2, 100, 'Country must be at least 2 characters', 'Country name too long'),
})

export const paymentInfo = z.object({
  company: z.string(),
  iban: z.string(),
  address: z.string(),
  country: z.string(),
  /** False when checksum or length do not fit the country: saved, but kept out of payout files. */
  ibanChecksOut: z.boolean(),
  updatedAt: time,
})
export type PaymentInfo = z.infer<typeof paymentInfo>

export const paymentRoutes = {
  getPaymentInfo: route('GET', '/payment-info', {
    summary: 'The caller’s bank details, null before the first save',
    who: 'unlockedPartner',
    returns: z.object({ paymentInfo: z.nullable(paymentInfo) }),
  }),
  savePaymentInfo: route('PUT', '/payment-info', {
    summary: 'Save the caller’s bank details',
    who: 'unlockedPartner',
    body: paymentForm,
    returns: z.object({ paymentInfo }),
  }),
}
