import * as z from 'zod/mini'
import { event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { compactText, id, idParams, text, time } from '#platform/api/shapes.ts'
import { normalizeCompanyNumber } from '#platform/domain/company-numbers.ts'
import { countryCodes } from '#platform/domain/countries.ts'
import { type BillingTerms, billingModes, billingRegimes } from './domain/billing.ts'
import { type BillingInput, billingProblems } from './domain/billing-check.ts'
import { m } from './messages/messages.ts'

const tooLong = (max: number) => () => m.atMostCharacters({ max })
const limited = (max: number) => text(0, max, m.valueMissing, tooLong(max))
const number = (max: number) => z.string().check(z.overwrite(normalizeCompanyNumber), z.maxLength(max, { error: tooLong(max) }))

const address = {
  street: limited(70),
  buildingNumber: limited(16),
  postcode: limited(16),
  town: limited(35),
}

const fields = {
  mode: z.enum(billingModes, { error: m.modeMissing }),
  legalName: limited(200),
  legalForm: limited(60),
  /** SIREN or SIRET; spaces and points are removed. */
  companyNumber: number(14),
  regime: z.enum(billingRegimes, { error: m.regimeMissing }),
  /** Percent; null unless the regime is `standard`. */
  vatRate: z.nullable(z.number()),
  vatNumber: number(20),
  ...address,
  /** ISO 3166-1 alpha-2. */
  country: z.string().check(z.refine((code) => countryCodes.includes(code), { error: m.countryUnknown })),
  /** Where platforms deliver invoices (scheme 0225); empty: to the SIREN. Not sent, it stays as it is. */
  electronicAddress: z.optional(compactText()),
}

/** Applies the domain's rules about fields that depend on each other, with its messages. */
const consistent = z.superRefine<BillingInput>((input, context) => {
  for (const { path, message } of billingProblems(input)) context.addIssue({ code: 'custom', path: [path], message, input })
})

/** A partner's billing data. What the regime has no use for is sent empty. */
export const billingForm = z.strictObject(fields).check(consistent)
/** The same with `seenAt`, the version that the caller saw: null if there was none, absent if it does not matter. */
const savedForm = z.strictObject({ ...fields, seenAt: z.optional(z.nullable(time)) }).check(consistent)
/** The form of a correction by staff; `seenAt` is the version that they corrected. */
const correctionForm = z.strictObject({ ...fields, seenAt: time }).check(consistent)

const billingProfile = z.object({
  mode: z.enum(billingModes),
  legalName: z.string(),
  legalForm: z.string(),
  siren: z.string(),
  /** Empty where only the SIREN is known. */
  siret: z.string(),
  regime: z.enum(billingRegimes),
  vatRate: z.nullable(z.number()),
  vatNumber: z.string(),
  street: z.string(),
  buildingNumber: z.string(),
  postcode: z.string(),
  town: z.string(),
  country: z.string(),
  /** Empty: the SIREN. */
  electronicAddress: z.string(),
  updatedAt: time,
  /** When staff corrected it last; null after the partner's own save. */
  correctedAt: z.nullable(time),
})
export type BillingProfile = z.infer<typeof billingProfile>

/** What is known of a partner before the first save. */
const suggestedBilling = z.object({
  fullName: z.string(),
  company: z.string(),
  street: z.string(),
  buildingNumber: z.string(),
  postcode: z.string(),
  town: z.string(),
  country: z.string(),
})
export type SuggestedBilling = z.infer<typeof suggestedBilling>

/** A partner's billing data in lists. */
export const billingSummary = z.extend(z.pick(billingProfile, { mode: true, regime: true, vatRate: true }), {
  /** Whether a partner who chose self-billing has signed the mandate; null for the others. */
  mandateInForce: z.nullable(z.boolean()),
})

export const billingRoutes = {
  getBilling: route('GET', '/billing', {
    summary: 'The caller’s billing profile, null before the first save, and what the bank details suggest for it',
    who: 'unlockedPartner',
    ability: 'bank',
    returns: z.object({ profile: z.nullable(billingProfile), suggested: suggestedBilling }),
  }),
  saveBilling: route('PUT', '/billing', {
    summary:
      'Save the caller’s billing profile: who invoices, company, VAT and address; refused if it has changed since `seenAt`',
    who: 'unlockedPartner',
    ability: 'bank',
    body: savedForm,
    returns: billingProfile,
    refusals: ['bank_details_wait', 'billing_changed'],
  }),
  getPartnerBilling: route('GET', '/partners/:id/billing', {
    summary: 'A partner’s billing profile, for staff',
    who: 'admin',
    params: idParams,
    returns: z.object({ partnerId: id, ...billingProfile.shape }),
  }),
  correctBilling: route('PUT', '/partners/:id/billing', {
    summary: 'Correct a partner’s billing profile; refused if it has changed since it was read',
    who: 'admin',
    right: 'money',
    params: idParams,
    body: correctionForm,
    returns: billingProfile,
    refusals: ['billing_changed', 'own_commission'],
  }),
}

/** The VAT of a billing profile before and after, and the names of all fields that changed. */
const savedBilling = event<BillingTerms | null, BillingTerms & { readonly changed: readonly (keyof BillingInput)[] }>('person')

export const billingEvents = {
  'billing.saved': savedBilling,
  'billing.corrected': savedBilling,
}
