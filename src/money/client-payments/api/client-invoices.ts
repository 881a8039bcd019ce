import * as z from 'zod/mini'
import { invoiceKey } from '#money/bank-files/domain/client-payments-found.ts'
import { route } from '#platform/api/route.ts'
import { centsSum, id, idParams, text, time } from '#platform/api/shapes.ts'
import { typedCents } from '#platform/api/typed-cents.ts'
import { amountMessages } from '#platform/domain/typed-amounts.ts'
import { maxInvoiceNumberLength } from '../domain/client-invoices.ts'
import { m } from '../messages/messages.ts'

/** What the provider has invoiced to a lead's client. */
const clientInvoice = z.object({
  id,
  number: z.string(),
  issuedOn: z.iso.date(),
  netCents: centsSum,
  vatCents: centsSum,
  totalCents: centsSum,
  /** What is still to be paid of it, net and with VAT; 0 once payments have reached its whole net. */
  openNetCents: centsSum,
  openTotalCents: centsSum,
  recordedAt: time,
  recordedBy: z.string(),
  /** Whether it can be removed: only while nothing was paid on it. */
  canRemove: z.boolean(),
})
export type ClientInvoice = z.infer<typeof clientInvoice>

const numberTooLong = () => m.numberTooLong({ max: maxInvoiceNumberLength })

export const clientInvoiceForm = z.strictObject({
  number: text(1, maxInvoiceNumberLength, m.numberMissing, numberTooLong).check(
    z.refine((number) => invoiceKey(number) !== '', { error: m.numberWithoutSign }),
  ),
  issuedOn: z.iso.date({ error: m.invoiceDayMissing }),
  netCents: typedCents(amountMessages(m.theAmount)).check(z.minimum(1, { error: m.amountNotPositive })),
  vatCents: typedCents(amountMessages(m.theVat)),
})

const invoices = z.object({ invoices: z.array(clientInvoice) })

export const clientInvoiceRoutes = {
  listClientInvoices: route('GET', '/leads/:id/client-invoices', {
    summary: 'Invoices of the provider to a lead’s client, newest first, with what is still open',
    who: 'admin',
    scope: 'client_payments:read',
    params: idParams,
    returns: invoices,
  }),
  recordClientInvoice: route('POST', '/leads/:id/client-invoices', {
    summary:
      'Record an invoice to a signed lead’s client, so that its payment is recognized in the bank’s statement. Refused with ' +
      '`client_invoice_exists` for a number that is recorded already',
    who: 'admin',
    right: 'money',
    scope: 'client_payments:write',
    params: idParams,
    body: clientInvoiceForm,
    returns: invoices,
    status: 201,
    refusals: ['lead_not_signed', 'client_invoice_exists'],
  }),
  removeClientInvoice: route('DELETE', '/client-invoices/:id', {
    summary: 'Remove an invoice that nothing has been paid on',
    who: 'admin',
    right: 'money',
    params: idParams,
    refusals: ['client_invoice_paid'],
  }),
}
