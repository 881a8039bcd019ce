import * as z from 'zod/mini'
import { event } from '#platform/api/events.ts'
import { periodInOrder, periodQuery } from '#platform/api/period.ts'
import { route } from '#platform/api/route.ts'
import {
  cents,
  centsSum,
  compactText,
  count,
  forChange,
  id,
  idParams,
  optionalText,
  personName,
  time,
} from '#platform/api/shapes.ts'
import { typedCents } from '#platform/api/typed-cents.ts'
import { sirenError, siretError } from '#platform/domain/company-numbers.ts'
import { type Message, writtenLanguages } from '#platform/domain/languages.ts'
import { amountMessages } from '#platform/domain/typed-amounts.ts'
import { das2Missing, das2States } from '../domain/declaration.ts'
import { m } from '../messages/messages.ts'

const year = z.coerce.number('A year').check(z.int(), z.minimum(2000, 'A year'), z.maximum(2999, 'A year'))
const yearParams = z.strictObject({ year })

/** A partner who was paid in the year, as the declaration of commissions (DAS2) has them. */
const das2Line = z.object({
  partner: personName,
  /** As declared: company, or last and first name. */
  name: z.string(),
  siret: z.nullable(z.string()),
  state: z.enum(das2States),
  /** Whole euros, VAT included. */
  euros: count,
  paidCents: centsSum,
  /** What has to be completed before the file is made, in words and as codes. */
  missing: z.array(z.string()),
  missingCodes: z.array(z.enum(das2Missing)),
  /** What a person has to look at. */
  remarks: z.array(z.string()),
  /** Whether the year is over, so that its certificate can be made. */
  hasCertificate: z.boolean(),
  /** Whether the partner can be asked for what is missing: something is, and they have access. */
  canBeAsked: z.boolean(),
  /** When and by whom they were asked for it last; null if they never were. */
  request: z.nullable(z.object({ at: time, by: z.string() })),
})
export type YearLine = z.infer<typeof das2Line>

/** An individual without a business, and what they were paid in the year. */
const individual = z.object({ partner: personName, payments: count, paidCents: centsSum, reachesAlert: z.boolean() })

/** A declaration that was exported: its bytes never change. */
const das2Export = z.object({
  id,
  createdAt: time,
  createdBy: z.string(),
  declared: count,
  declaredEuros: count,
  tableSha256: z.string(),
  /** Null where the fixed-width file could not be made; `fileMissing` says why. */
  fileSha256: z.nullable(z.string()),
  fileMissing: z.nullable(z.string()),
  /** Partners to whom another sum was paid than when it was exported. */
  changed: z.array(z.object({ name: z.string(), beforeCents: centsSum, nowCents: centsSum })),
})
export type Das2Export = z.infer<typeof das2Export>

const yearOverview = z.object({
  year: z.int(),
  /** From the first payment to this year, newest first. */
  years: z.array(z.int()),
  thresholdCents: cents(),
  lines: z.array(das2Line),
  sums: z.array(z.object({ state: z.enum(das2States), count, euros: count, paidCents: centsSum })),
  /** Why the fixed-width file cannot be made now; null if it can. */
  fileMissing: z.nullable(z.string()),
  individuals: z.array(individual),
  alert: z.object({ payments: count, amountCents: cents() }),
  /** Newest first. */
  exports: z.array(das2Export),
})
export type YearOverview = z.infer<typeof yearOverview>

const account = (name: Message) =>
  compactText({ error: name }).check(z.regex(/^[0-9A-Z]{3,12}$/, { error: () => m.accountFormat({ name: name() }) }))
const oneToThousand = { error: m.oneToThousand }

/** More at once are refused: all of them are one transaction. */
export const maxDataRequests = 500

export const dataRequestForm = z.strictObject({
  /** Whom to ask, each with when they were asked last as the caller has seen it: who was asked meanwhile is left out. */
  partners: z
    .array(z.strictObject({ id, requestedAt: z.nullable(time) }))
    .check(
      z.minLength(1, { error: m.partnerMissing }),
      z.maxLength(maxDataRequests, { error: () => m.tooManyAtOnce({ maxDataRequests }) }),
    ),
})

const yearSettings = z.object({
  siret: z.string(),
  ape: z.string(),
  paysWages: z.boolean(),
  declarationContact: z.string(),
  declarationPhone: z.string(),
  declarationEmail: z.string(),
  accountCommissions: z.string(),
  accountVat: z.string(),
  accountSuppliers: z.string(),
  accountAccrued: z.string(),
  accountBank: z.string(),
  occasionalPayments: z.int(),
  occasionalCents: cents(),
})

export type YearSettings = z.infer<typeof yearSettings>

/** Who declares, the accounts of the journal, and the alert for individuals: any part of it; what is left out stays. */
export const yearSettingsForm = z.partial(
  z.strictObject(
    forChange({
      /** Identifies the establishment that declares. */
      siret: z._default(
        compactText().check(
          z.refine((value) => value === '' || (siretError(value) === null && sirenError(value.slice(0, 9)) === null), {
            error: m.siretWrong,
          }),
        ),
        '',
      ),
      ape: z._default(
        compactText().check(
          z.overwrite((value) => value.replaceAll('.', '').toUpperCase()),
          z.regex(/^(\d{4}[A-Z])?$/, { error: m.apeWrong }),
        ),
        '',
      ),
      paysWages: z.boolean(),
      declarationContact: optionalText(50),
      declarationPhone: optionalText(20),
      declarationEmail: optionalText(60),
      accountCommissions: account(m.commissions),
      accountVat: account(m.accountVat),
      accountSuppliers: account(m.accountSuppliers),
      accountAccrued: z.optional(account(m.accountAccrued)),
      accountBank: account(m.accountBank),
      occasionalPayments: z.int(oneToThousand).check(z.minimum(1, oneToThousand), z.maximum(1000, oneToThousand)),
      occasionalCents: typedCents(amountMessages(m.theAmount)).check(z.minimum(1, { error: m.amountNotPositive })),
      /** Values that the caller saw: refused with `settings_changed_meanwhile` if one of them is another by now. */
      expected: z.optional(z.partial(yearSettings)),
    }),
  ),
)

export const yearRoutes = {
  getYear: route('GET', '/years/:year', {
    summary:
      'What was paid to partners in a civil year, how it would be declared (DAS2), what individuals were paid, and the exports',
    who: 'admin',
    params: yearParams,
    heavy: true,
    returns: yearOverview,
  }),
  requestDeclarationData: route('POST', '/years/:year/data-requests', {
    summary:
      'Ask partners by mail for what the declaration of a year lacks about them, one mail each. Who lacks nothing by now, or ' +
      'was asked since the caller looked, gets none',
    who: 'admin',
    right: 'money',
    params: yearParams,
    body: dataRequestForm,
    heavy: true,
    returns: z.object({ requested: count, alreadyAsked: count, complete: count }),
  }),
  dataRequestMail: route('GET', '/years/:year/data-requests/:partnerId', {
    summary: 'The mail that asks a partner for what the declaration of a year lacks about them, in their language',
    who: 'admin',
    params: z.strictObject({ year, partnerId: id }),
    returns: z.object({ language: z.enum(writtenLanguages), subject: z.string(), paragraphs: z.array(z.string()) }),
    refusals: ['not_found'],
  }),
  exportDas2: route('POST', '/years/:year/das2-exports', {
    summary: 'Keep the declaration of a year as it is now: a table and, if no data is missing, the fixed-width file',
    who: 'admin',
    right: 'money',
    params: yearParams,
    heavy: true,
    returns: das2Export,
    status: 201,
  }),
  das2Table: route('GET', '/das2-exports/:id/table.csv', {
    summary: 'The table of an exported declaration: the same bytes each time',
    who: 'admin',
    params: idParams,
    answer: 'csv',
  }),
  das2File: route('GET', '/das2-exports/:id/file', {
    summary: 'The fixed-width file of an exported declaration, ISO-8859-1: the same bytes each time',
    who: 'admin',
    params: idParams,
    answer: 'file',
    mediaType: 'text/plain',
  }),
  listCertificates: route('GET', '/certificates', {
    summary: 'Past years in which the caller was paid, newest first',
    who: 'unlockedPartner',
    ability: 'money',
    returns: z.object({ years: z.array(z.object({ year: z.int(), paidCents: centsSum })) }),
  }),
  certificate: route('GET', '/partners/:id/certificates/:year', {
    summary: 'Certificate of what was paid to a partner in a past year, as PDF: one’s own, or anybody’s for staff',
    who: 'unlocked',
    ability: 'money',
    transaction: 'own',
    ownership: 'rowSecurity',
    params: z.strictObject({ id, year }),
    answer: 'file',
    mediaType: 'application/pdf',
    refusals: ['not_found', 'year_not_over', 'characters_unprintable', 'document_not_made'],
  }),
  journalCsv: route('GET', '/journal.csv', {
    summary:
      'Entries of a period for an accountant, in double entry with the columns of the FEC (LPF art. A47 A-1): commissions, ' +
      'VAT, payments, returned transfers. Entries of closed months have their final number and the day of the closing, others ' +
      'the number that they would get now. To be checked by an accountant',
    who: 'admin',
    scope: 'invoices:read',
    transaction: 'own',
    ownership: 'staff',
    query: z.strictObject(periodQuery).check(periodInOrder),
    answer: 'csv',
    heavy: true,
  }),
  getYearSettings: route('GET', '/year-settings', {
    summary: 'Who declares, the accounts of the journal, and the alert for individuals',
    who: 'admin',
    returns: yearSettings,
  }),
  saveYearSettings: route('PUT', '/year-settings', {
    summary: 'Change a part of who declares, the accounts of the journal, and the alert for individuals',
    who: 'admin',
    right: 'money',
    body: yearSettingsForm,
    returns: yearSettings,
    refusals: ['settings_changed_meanwhile'],
  }),
}

export const yearEvents = {
  'das2.exported': event<
    null,
    { readonly exportId: string; readonly year: number; readonly declared: number; readonly euros: number }
  >(null),
  /** `missing`: codes; events recorded before 2026-11-26 name it in French, as the declaration does. */
  'das2.data_requested': event<null, { readonly year: number; readonly missing: readonly string[] }>('person'),
  'year_settings.changed': event<Partial<YearSettings>, Partial<YearSettings>>(null),
}
