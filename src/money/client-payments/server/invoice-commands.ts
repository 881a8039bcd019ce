import type * as z from 'zod/mini'
import { staff } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import { shownClient } from '#leads/hidden-clients/server/queries.ts'
import { wonStage } from '#leads/stages/domain/stages.ts'
import { invoiceKey } from '#money/bank-files/domain/client-payments-found.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { fieldRefusal, Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { clientInvoiceForm } from '../api/client-invoices.ts'
import { m } from '../messages/messages.ts'
import { paymentsOf } from './invoice-payments.ts'
import { lockOneLead } from './lead-money.ts'

/** Records an invoice to the client of a signed lead. Refuses `lead_not_signed` and `client_invoice_exists`. */
export async function recordClientInvoice(
  context: TransactionContext,
  leadId: string,
  { number, issuedOn, netCents, vatCents }: z.output<typeof clientInvoiceForm>,
): Promise<void> {
  const { tx, now } = context
  const lead = await lockOneLead(tx, leadId)
  if (lead.status !== wonStage) throw new Refusal('lead_not_signed', m.leadNotSigned({ company: lead.company }))
  const id = newId()
  const added = await tx
    .insertInto('client_invoices')
    .values({
      id,
      lead_id: leadId,
      number,
      number_key: invoiceKey(number),
      issued_on: issuedOn,
      net_cents: netCents,
      vat_cents: vatCents,
      recorded_by: personOf(context).userId,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('number_key').doNothing())
    .executeTakeFirst()
  if (!added.numInsertedOrUpdatedRows) await refuseDuplicate(context, number)
  await context.recordEvent({
    name: 'client_invoice.recorded',
    subjectId: leadId,
    audience: staff,
    partnerId: lead.partnerId,
    after: { number, issuedOn, netCents, vatCents },
  })
}

async function refuseDuplicate({ tx }: TransactionContext, number: string): Promise<never> {
  const duplicate = await tx
    .selectFrom('client_invoices as i')
    .innerJoin('leads as l', 'l.id', 'i.lead_id')
    .select(['i.number', 'i.net_cents', shownClient.as('company')])
    .where('i.number_key', '=', invoiceKey(number))
    .executeTakeFirst()
  const message = duplicate
    ? m.numberExists({
        number: duplicate.number,
        company: duplicate.company,
        amount: formatEurosExact(duplicate.net_cents),
      })
    : m.numberTaken({ number })
  throw fieldRefusal('number', message, 'client_invoice_exists')
}

/** Removes an invoice. Refuses `not_found`, and `client_invoice_paid` once something has been paid on it. */
export async function removeClientInvoice(context: TransactionContext, id: string): Promise<void> {
  const { tx } = context
  const invoice = await tx
    .selectFrom('client_invoices')
    .select(['id', 'lead_id', 'number'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!invoice) throw new Refusal('not_found', m.noSuchInvoice())
  const lead = await lockOneLead(tx, invoice.lead_id)
  const isPaid = paymentsOf(lead, invoice).length > 0
  refuseUnless(!isPaid, 'client_invoice_paid', m.invoiceHasPayments({ number: invoice.number }))
  await tx.deleteFrom('client_invoices').where('id', '=', id).execute()
  await context.recordEvent({
    name: 'client_invoice.removed',
    subjectId: invoice.lead_id,
    audience: staff,
    partnerId: lead.partnerId,
    before: { number: invoice.number },
  })
}
