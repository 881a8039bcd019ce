import * as z from 'zod/mini'
import { protectionMonths } from '#leads/registrations/domain/registrations.ts'
import { payoutFormats } from '#money/bank-files/domain/payout-batch.ts'
import { commissionBases } from '#money/commissions/domain.ts'
import { event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { centsSum, compactText, forChange, optionalText } from '#platform/api/shapes.ts'
import { typedCents } from '#platform/api/typed-cents.ts'
import { sirenError } from '#platform/domain/company-numbers.ts'
import { maxElectronicAddress } from '#platform/domain/electronic-address.ts'
import { ibanChecksOut } from '#platform/domain/iban.ts'
import { isTimeZone } from '#platform/domain/time-zones.ts'
import { amountMessages } from '#platform/domain/typed-amounts.ts'
import type { ToldIdentity } from './domain.ts'
import { m } from './messages/messages.ts'

const wrongIban = { error: m.ibanWrong }
const wrongBic = { error: m.bicWrong }

const days = z.int({ error: m.dayRange }).check(z.minimum(0, { error: m.dayRange }), z.maximum(90, { error: m.dayRange }))

const hours = z.int({ error: m.hourRange }).check(z.minimum(1, { error: m.hourRange }), z.maximum(720, { error: m.hourRange }))
const extensionLength = z
  .int({ error: m.monthRange })
  .check(z.minimum(1, { error: m.monthRange }), z.maximum(12, { error: m.monthRange }))

const iban = compactText(wrongIban).check(z.toUpperCase(), z.refine(ibanChecksOut, wrongIban))

export const programme = z.object({
  commissionBasis: z.enum(commissionBases),
  minimumPayoutCents: centsSum,
  secondApprovalAboveCents: centsSum,
  acceptanceDays: z.int(),
  invoiceRequired: z.boolean(),
  vigilanceThresholdCents: centsSum,
  vigilancePercent: z.int(),
  vigilanceHold: z.boolean(),
  registrations: z.boolean(),
  registrationHours: z.int(),
  silentAcceptance: z.boolean(),
  protectionMonths: z.literal(protectionMonths),
  extensionMonths: z.int(),
  legalName: z.string(),
  legalForm: z.string(),
  siren: z.string(),
  electronicAddress: z.string(),
  vatNumber: z.string(),
  street: z.string(),
  buildingNumber: z.string(),
  postcode: z.string(),
  town: z.string(),
  country: z.string(),
  /** 'FR76 •••• 0189'; null without one, and when it cannot be decrypted any more. */
  maskedIban: z.nullable(z.string()),
  /** Statements of these further accounts are read as well. */
  otherMaskedIbans: z.array(z.string()),
  bic: z.string(),
  bankContract: z.string(),
  settledIsPaid: z.boolean(),
  batchBooking: z.boolean(),
  fileFormat: z.enum(payoutFormats),
  instantTransfers: z.boolean(),
  timeZone: z.string(),
})
export type Programme = z.infer<typeof programme>

/** How payouts leave and who pays them: any part of it. What is left out stays; an `iban` of null removes the account. */
export const programmeForm = z
  .partial(
    z.strictObject(
      forChange({
        commissionBasis: z.enum(commissionBases),
        minimumPayoutCents: typedCents(amountMessages(m.theMinimum)),
        /** Payouts above it are approved by somebody else than who issued them. */
        secondApprovalAboveCents: typedCents(amountMessages(m.theLimit)),
        /** Days in which a partner may contest a statement before it counts as accepted. */
        acceptanceDays: days,
        invoiceRequired: z.boolean(),
        /** Commissions of twelve months at which French businesses are asked for documents; 0: nobody is asked by amount. */
        vigilanceThresholdCents: typedCents(amountMessages(m.theThreshold)),
        /** Share of the threshold, in percent, at which they are asked already. */
        vigilancePercent: z
          .int({ error: m.percentRange })
          .check(z.minimum(1, { error: m.percentRange }), z.maximum(100, { error: m.percentRange })),
        /** Payouts wait for documents that are missing or have expired. */
        vigilanceHold: z.boolean(),
        /** Leads are registrations that staff answer; otherwise each is accepted when it is added. */
        registrations: z.optional(z.boolean()),
        /** Hours within which staff mean to answer. */
        registrationHours: z.optional(hours),
        /** After these hours a registration that nobody answered is accepted. */
        silentAcceptance: z.optional(z.boolean()),
        /** How long an acceptance protects the lead. */
        protectionMonths: z.optional(z.literal(protectionMonths)),
        /** Months that one extension adds. */
        extensionMonths: z.optional(extensionLength),
        legalName: optionalText(100),
        legalForm: optionalText(100),
        siren: z._default(
          compactText().check(z.refine((value) => value === '' || sirenError(value) === null, { error: m.sirenWrong })),
          '',
        ),
        /** Where platforms deliver invoices (scheme 0225); empty: to the SIREN. */
        electronicAddress: z.optional(compactText().check(z.maxLength(maxElectronicAddress))),
        vatNumber: optionalText(20),
        street: optionalText(70),
        buildingNumber: optionalText(16),
        postcode: optionalText(16),
        town: optionalText(35),
        country: z.string({ error: m.countryHint }).check(z.regex(/^[A-Z]{2}$/, { error: m.countryHint })),
        iban: z.optional(z.nullable(iban)),
        /** Further accounts of the provider, whose statements are read as well; they replace those before. */
        otherIbans: z.optional(z.array(iban).check(z.maxLength(20, { error: m.tooManyAccounts }))),
        bic: z._default(
          compactText().check(
            z.toUpperCase(),
            z.refine((value) => value === '' || /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/.test(value), wrongBic),
          ),
          '',
        ),
        /** Identification that some banks ask for beside the name. */
        bankContract: optionalText(35),
        /** A transfer counts as paid once the bank reports it as settled, before a statement has it. */
        settledIsPaid: z._default(z.boolean(), false),
        batchBooking: z.boolean(),
        fileFormat: z.enum(payoutFormats),
        /** Instant transfers exist only in pain.001.001.09. */
        instantTransfers: z._default(z.boolean(), false),
        /** IANA zone of the provider's calendar; absent keeps it. */
        timeZone: z.optional(z.string().check(z.refine(isTimeZone, { error: m.unknownTimeZone }))),
        /** Values that the caller saw: refused with `settings_changed_meanwhile` if one of them is another by now. */
        expected: z.optional(z.partial(programme)),
      }),
    ),
  )
  .check(
    z.refine(({ instantTransfers, fileFormat }) => !instantTransfers || (fileFormat ?? 'pain.001.001.09') === 'pain.001.001.09', {
      error: m.instantNeedsNewFormat,
      path: ['instantTransfers'],
    }),
  )

/** All but the accounts, of which an event tells only whether they changed. */
export type ProgrammeSettings = Omit<Programme, 'maskedIban' | 'otherMaskedIbans'>

/** What an event tells of the provider's accounts. */
export interface ChangedAccounts {
  readonly ibanChanged: boolean
  /** How many further accounts there are, if they changed. */
  readonly otherAccounts?: number
}

export const programmeRoutes = {
  getProgramme: route('GET', '/programme', {
    summary: 'How commissions become due and payouts leave; of the account that pays, only a part of its number',
    who: 'admin',
    returns: programme,
  }),
  saveProgramme: route('PUT', '/programme', {
    summary: 'Change a part of how the programme runs and pays; what is left out stays',
    who: 'admin',
    right: 'programme',
    body: programmeForm,
    returns: programme,
    refusals: ['settings_changed_meanwhile'],
  }),
  timeZones: route('GET', '/programme/time-zones', {
    summary: 'Time zones to choose from: those that both the server and its database know',
    who: 'admin',
    returns: z.object({ timeZones: z.array(z.string()) }),
  }),
}

export const programmeEvents = {
  'settings.changed': event<ToldIdentity, ToldIdentity>(null),
  'programme.changed': event<Partial<ProgrammeSettings>, Partial<ProgrammeSettings> & ChangedAccounts>(null),
  'time_zone.changed': event<{ readonly timeZone: string }, { readonly timeZone: string }>(null),
}
