import * as z from 'zod/mini'
import { proof, proofRefusals } from '#accounts/auth/api/proof.ts'
import { bankNameProblem, maxBankName } from '#money/bank-files/domain/bank-text.ts'
import { payeeMatches } from '#money/bank-files/domain/live-batch.ts'
import { event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { compactText, id, idParams, lines, personName, text, time } from '#platform/api/shapes.ts'
import { countryCodes } from '#platform/domain/countries.ts'
import { type BankDetail, bankDetailStates } from './domain/bank-details.ts'
import { m } from './messages/messages.ts'

const wrongIban = { error: m.ibanFormat }

/** Rules and words of the bank details form, in the order in which its fields stand; values are trimmed. */
export const paymentForm = z.strictObject({
  company: text(2, 200, m.companyTooShort, m.companyTooLong),
  iban: compactText(wrongIban).check(
    z.minLength(15, wrongIban),
    z.maxLength(34, wrongIban),
    z.regex(/^[A-Z]{2}\d{2}[A-Z0-9]+$/, wrongIban),
  ),
  address: lines(5, 500, m.addressTooShort, m.addressTooLong),
  country: text(2, 100, m.countryTooShort, m.countryTooLong),
})

const limited = (max: number) => text(0, max, '', () => m.atMostCharacters({ max }))
const upTo = (max: number) => z.optional(limited(max))

/**
 * What the bank compares and a transfer abroad needs, with the lengths of ISO 20022. Left out, a field keeps its value (the
 * address as a whole); empty, it is removed.
 */
const holderFields = {
  accountHolder: z.optional(
    limited(maxBankName).check(
      z.refine((name) => name === '' || bankNameProblem(name) === null, {
        error: ({ input }) => bankNameProblem(String(input)) ?? undefined,
      }),
    ),
  ),
  street: upTo(70),
  buildingNumber: upTo(16),
  postcode: upTo(16),
  town: upTo(35),
  /** ISO 3166-1 alpha-2. */
  postalCountry: z.optional(
    z.string().check(z.refine((code) => code === '' || countryCodes.includes(code), { error: m.countryUnknown })),
  ),
}

interface PostalAddress {
  readonly street?: string | undefined
  readonly buildingNumber?: string | undefined
  readonly postcode?: string | undefined
  readonly town?: string | undefined
  readonly postalCountry?: string | undefined
}
const hasAddress = (form: PostalAddress) =>
  Boolean(form.street || form.buildingNumber || form.postcode || form.town || form.postalCountry)
/** Banks take an address only with town and country. */
const addressRules = [
  z.refine<PostalAddress>((form) => !hasAddress(form) || Boolean(form.town), { error: m.townMissing, path: ['town'] }),
  z.refine<PostalAddress>((form) => !hasAddress(form) || Boolean(form.postalCountry), {
    error: m.countryMissing,
    path: ['postalCountry'],
  }),
] as const

/** The whole page: the specified form, and the account holder under it. */
export const bankDetailsForm = z.extend(paymentForm, holderFields).check(...addressRules)

const confirmedPaymentForm = z.extend(paymentForm, { ...holderFields, ...proof }).check(...addressRules)

const holder = {
  /** The name exactly as the bank has it; empty if it was not given. */
  accountHolder: z.string(),
  street: z.string(),
  buildingNumber: z.string(),
  postcode: z.string(),
  town: z.string(),
  postalCountry: z.string(),
}

/** What the bank has said of the account, while it is the one that is stored. */
const accountAnswer = {
  /** The bank has refused it: nothing is paid to it until it is changed. */
  refusal: z.nullable(z.object({ on: z.iso.date(), reason: z.string() })),
  /** Verification of payee; `bankName` is the holder's name as the bank has it. Null once that name was taken over. */
  payee: z.nullable(z.object({ match: z.enum(payeeMatches), bankName: z.nullable(z.string()) })),
}

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
  /** Until when nothing is paid to the new IBAN; null once the waiting time is over. */
  heldUntil: z.nullable(time),
  ...holder,
  ...accountAnswer,
  /** When staff revealed the IBAN, newest first; at most three. */
  reveals: z.array(time),
  updatedAt: time,
})
export type PaymentInfo = z.infer<typeof paymentInfo>

const savedPaymentInfo = z.pick(paymentInfo, { ibanChecksOut: true, ibanChangedAt: true, heldUntil: true, updatedAt: true })
export type SavedPaymentInfo = z.infer<typeof savedPaymentInfo>

/** State of a partner's bank details, without their values. */
export const bankDetailsSummary = z.object({
  state: z.enum(bankDetailStates),
  /** Whether the IBAN was entered or changed less than 72 hours ago. */
  changedRecently: z.boolean(),
  /** Whether another person has the same IBAN. */
  shared: z.boolean(),
  /** 'FR76 •••• 0189'; null when there is none, or it cannot be decrypted. */
  maskedIban: z.nullable(z.string()),
})
export type BankDetailsSummary = z.infer<typeof bankDetailsSummary>

/** A partner's bank details as staff see them. */
const staffBankDetails = z.object({
  ...bankDetailsSummary.shape,
  partnerId: id,
  company: z.string(),
  address: z.string(),
  country: z.string(),
  ...holder,
  ...accountAnswer,
  heldUntil: z.nullable(time),
  ibanChangedAt: time,
  updatedAt: time,
  /** Who else has the same IBAN; at most ten. */
  sharedWith: z.array(personName),
  /** Who revealed the IBAN, newest first; at most five. */
  reveals: z.array(z.object({ by: personName, at: time })),
})
export type StaffBankDetails = z.infer<typeof staffBankDetails>

export const paymentRoutes = {
  getPaymentInfo: route('GET', '/payment-info', {
    summary: 'The caller’s bank details, null before the first save',
    who: 'unlockedPartner',
    ability: 'bank',
    returns: z.object({ paymentInfo: z.nullable(paymentInfo) }),
    refusals: ['bank_details_wait'],
  }),
  savePaymentInfo: route('PUT', '/payment-info', {
    summary:
      'Save the caller’s bank details; another IBAN, account holder or country asks for the password, or for the second factor',
    description: 'Fields of the account holder that are left out keep their values; the parts of the address count as one field.',
    who: 'unlockedPartner',
    ability: 'bank',
    transaction: 'own',
    ownership: 'account',
    body: confirmedPaymentForm,
    returns: savedPaymentInfo,
    refusals: ['bank_details_wait', ...proofRefusals],
  }),
  getBankDetails: route('GET', '/partners/:id/bank-details', {
    summary: 'A partner’s bank details for staff: their state, the IBAN masked, who else has it and who revealed it',
    who: 'admin',
    params: idParams,
    returns: staffBankDetails,
  }),
  revealIban: route('POST', '/partners/:id/iban/reveal', {
    summary: 'A partner’s whole IBAN, for the caller’s password or second factor; recorded, and visible to the partner',
    who: 'admin',
    right: 'bank_details',
    transaction: 'own',
    ownership: 'staff',
    unkeyed: 'secretAnswer',
    params: idParams,
    body: z.strictObject(proof),
    returns: z.object({ iban: z.string() }),
    refusals: [...proofRefusals, 'iban_unreadable'],
  }),
}

/** Masks of an IBAN that was replaced and of the new one, encrypted; null where the old one could not be read. */
interface ReplacedIban {
  readonly maskBefore: string | null
  readonly maskAfter: string
}

export const bankDetailsEvents = {
  'payment_info.saved': event<
    null,
    { readonly changed: readonly BankDetail[]; readonly ibanChecksOut: boolean; readonly replacedIban?: ReplacedIban }
  >('person'),
  'payment_info.iban_revealed': event('person'),
}
