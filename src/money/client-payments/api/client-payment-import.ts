import * as z from 'zod/mini'
import { importPace, route } from '#platform/api/route.ts'
import { cents, centsSum, count, id } from '#platform/api/shapes.ts'
import { clientPaymentFileFields, clientPaymentImportOutcomes } from '../domain/client-payment-file.ts'

/** Rows of one file, which is checked and recorded as a whole. */
export const maxClientPaymentRows = 500

const cell = z._default(z.string(), '')

/** The texts of a row's cells: the server reads days and amounts, and finds the lead. */
export const clientPaymentRow = z.strictObject(
  Object.fromEntries(clientPaymentFileFields.map((field) => [field, cell])) as Record<
    (typeof clientPaymentFileFields)[number],
    typeof cell
  >,
)

const rows = z.array(clientPaymentRow).check(z.minLength(1), z.maxLength(maxClientPaymentRows))

const checkedRow = z.object({
  index: count,
  outcome: z.enum(clientPaymentImportOutcomes),
  /** Reasons, and what is said of its day. `path` is the field, or empty for the whole row. */
  messages: z.array(z.object({ path: z.string(), message: z.string() })),
  /** The row as it was read; null if it cannot be. */
  read: z.nullable(
    z.object({
      leadId: id,
      lead: z.string(),
      partner: z.string(),
      receivedOn: z.iso.date(),
      netCents: cents(),
      /** The commission that it brings, or would bring. */
      commissionCents: centsSum,
      /** By how much the client will have paid more than was expected; 0 if it is no more. */
      aboveCents: centsSum,
      /** More than is expected, or of a day before the signature: it is recorded only with `seenAboveCents`. */
      toConfirm: z.boolean(),
    }),
  ),
})
export type CheckedClientPayment = z.infer<typeof checkedRow>

const clientPaymentReport = z.object({ rows: z.array(checkedRow) })

export const clientPaymentImportRoutes = {
  checkClientPayments: route('POST', '/client-payments/import/check', {
    summary: 'What recording these rows would do: nothing is written',
    who: 'admin',
    right: 'money',
    unkeyed: 'readsOnly',
    heavy: true,
    body: z.strictObject({ rows }),
    returns: clientPaymentReport,
  }),
  importClientPayments: route('POST', '/client-payments/import', {
    summary:
      'Record the payments of a file: the rows that are valid, or with `all` none unless all are ' +
      '(`client_payments_invalid`). Rows that were recorded before change nothing. Rows above the expected sum, or of a day ' +
      'before the signature, are left out unless `seenAboveCents` is the sum of the commissions that all of them make',
    who: 'admin',
    right: 'money',
    heavy: true,
    adds: true,
    pace: importPace,
    body: z.strictObject({ rows, all: z._default(z.boolean(), false), seenAboveCents: z._default(centsSum, 0) }),
    returns: clientPaymentReport,
    refusals: ['client_payments_invalid'],
  }),
}
