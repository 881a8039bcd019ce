import * as z from 'zod/mini'
import { event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { compactText, count, id, idParams, lines, personName, time } from '#platform/api/shapes.ts'
import { type ClosingScope, closingScopes, missingKinds } from '../domain/accounting.ts'
import { m } from '../messages/messages.ts'

const day = z.iso.date({ error: m.dayFormat })

/** Items that are unsettled in a period, now or when it was closed. */
const missing = z.object({
  kind: z.enum(missingKinds),
  /** A few of the payouts, years or months that are concerned. */
  references: z.array(z.string()),
  count,
})

const closing = z.object({
  id,
  scope: z.enum(closingScopes),
  /** The last day that is closed. */
  until: day,
  closedAt: time,
  closedBy: z.string(),
  /** Journal entries that it has made final. */
  entries: count,
  missing: z.array(missing),
  /** A pending request to open it again; null if there is none. */
  reopening: z.nullable(z.object({ reason: z.string(), askedBy: personName, askedAt: time })),
  reopenedAt: z.nullable(time),
  reopenedBy: z.nullable(z.string()),
  /** What the caller may do now. */
  can: z.object({ askReopening: z.boolean(), reopen: z.boolean() }),
})
export type Closing = z.infer<typeof closing>

/** A period that is over and open, with what is missing in it. */
const closable = z.object({ until: day, missing: z.array(missing) })

const accounting = z.object({
  /** The last day of closed months, and of closed years; null while none is closed. */
  monthsClosedUntil: z.nullable(day),
  yearsClosedUntil: z.nullable(day),
  /** The next periods to close; null while none is over. `months`: the last days of all open months that are over. */
  nextMonth: z.nullable(closable),
  months: z.array(day),
  nextYear: z.nullable(closable),
  /** Newest first. */
  closings: z.array(closing),
})
export type Accounting = z.infer<typeof accounting>

const supplierCode = z.object({ partner: personName, code: z.nullable(z.string()), usual: z.string() })
export type SupplierCode = z.infer<typeof supplierCode>

export const supplierCodesForm = z.strictObject({
  codes: z
    .array(
      z.strictObject({
        partnerId: id,
        /** Null goes back to the code that the portal makes. */
        code: z.nullable(compactText().check(z.toUpperCase(), z.regex(/^[0-9A-Z]{1,17}$/, { error: m.supplierCodeFormat }))),
      }),
    )
    .check(z.minLength(1), z.maxLength(500)),
})
export const reopeningForm = z.strictObject({ reason: lines(2, 500, m.reasonMissing, m.atMost500Characters) })

export const accountingRoutes = {
  getAccounting: route('GET', '/accounting', {
    summary: 'Which months and years are closed, what can be closed next and what is missing in it',
    who: 'admin',
    heavy: true,
    /** `month`: the last day of the month up to which is to be closed; without it the first open one. */
    query: z.strictObject({ month: z.optional(day) }),
    returns: accounting,
  }),
  closePeriod: route('POST', '/accounting/closings', {
    summary:
      'Close the months, or the years, up to a day: journal entries get their final numbers, and what is recorded later is ' +
      'booked on the first open day. What is declared for a year stays as it is. Refused with `period_not_closable` when it is ' +
      'not over, or closed, or months of the year are open',
    who: 'admin',
    right: 'money',
    heavy: true,
    body: z.strictObject({ scope: z.enum(closingScopes), until: day }),
    returns: closing,
    status: 201,
    refusals: ['period_not_closable'],
  }),
  askReopening: route('POST', '/accounting/closings/:id/reopening', {
    summary: 'Ask to open the newest closed month or year again, with a reason: somebody else has to agree',
    who: 'admin',
    right: 'money',
    params: idParams,
    body: reopeningForm,
    returns: closing,
    refusals: ['period_not_reopenable'],
  }),
  reopenPeriod: route('POST', '/accounting/closings/:id/reopen', {
    summary: 'Agree to open a month or year again that somebody else asked for. Entries that are final stay as they are',
    who: 'admin',
    right: 'money',
    params: idParams,
    returns: closing,
    refusals: ['period_not_reopenable', 'reopening_needs_second'],
  }),
  listSupplierCodes: route('GET', '/supplier-codes', {
    summary: 'The codes of partners who have earned something in the accountant’s books',
    who: 'admin',
    returns: z.object({ items: z.array(supplierCode) }),
  }),
  saveSupplierCodes: route('PUT', '/supplier-codes', {
    summary: 'Set codes of partners; others stay as they are. Entries of closed months keep theirs',
    who: 'admin',
    right: 'money',
    body: supplierCodesForm,
    returns: z.object({ items: z.array(supplierCode) }),
    refusals: ['not_found', 'supplier_code_taken'],
  }),
}

interface ClosedPeriod {
  readonly closingId: string
  readonly scope: ClosingScope
  /** The last day: '2026-10-31'. */
  readonly until: string
}

export const accountingEvents = {
  'accounting.closed': event<null, ClosedPeriod & { readonly entries: number; readonly missing: number }>(null),
  'accounting.reopening_asked': event<null, ClosedPeriod & { readonly reason: string }>(null),
  'accounting.reopened': event<null, ClosedPeriod & { readonly reason: string }>(null),
  'supplier_code.changed': event<{ readonly code: string | null }, { readonly code: string | null }>('person'),
}
