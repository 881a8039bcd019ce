import * as z from 'zod/mini'
import { passwordMaxLength } from '#domain/passwords.ts'
import { route } from './route.ts'
import { anyText, text, time } from './shapes.ts'

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

/** The form, and what confirms another IBAN in the place of the one before: the code where the second factor is on. */
const confirmedPaymentForm = z.extend(paymentForm, {
  password: z.optional(anyText().check(z.maxLength(passwordMaxLength))),
  code: z.optional(anyText().check(z.maxLength(20))),
})

export const paymentInfo = z.object({
  company: z.string(),
  /** Null when it cannot be decrypted any more: it has to be entered again. */
  iban: z.nullable(z.string()),
  address: z.string(),
  country: z.string(),
  /** False when checksum or length do not fit the country: saved, but kept out of payout files. */
  ibanChecksOut: z.boolean(),
  /** When the IBAN was entered or changed last. */
  ibanChangedAt: time,
  updatedAt: time,
})
export type PaymentInfo = z.infer<typeof paymentInfo>

const savedPaymentInfo = z.pick(paymentInfo, { ibanChecksOut: true, ibanChangedAt: true, updatedAt: true })
export type SavedPaymentInfo = z.infer<typeof savedPaymentInfo>

export const paymentRoutes = {
  getPaymentInfo: route('GET', '/payment-info', {
    summary: 'The caller’s bank details, null before the first save',
    who: 'unlockedPartner',
    returns: z.object({ paymentInfo: z.nullable(paymentInfo) }),
  }),
  savePaymentInfo: route('PUT', '/payment-info', {
    summary: 'Save the caller’s bank details; another IBAN asks for the password, or for the second factor where it is on',
    who: 'unlockedPartner',
    transaction: 'own',
    ownership: 'account',
    body: confirmedPaymentForm,
    returns: savedPaymentInfo,
  }),
}
