import type { Updateable } from 'kysely'
import type * as z from 'zod/mini'
import { ofPartner } from '#access/domain/audience.ts'
import { partnerOf, personOf } from '#access/server/acting.ts'
import { fieldRefusal, Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import type { UploadedInvoices } from '#platform/server/db/schema.generated.ts'
import { claimUpload } from '#platform/server/files/commands.ts'
import { newId } from '#platform/server/ids.ts'
import { isoDay, providerZone } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { uploadedInvoiceForm } from '../api/uploaded-invoices.ts'
import { amountsDiffer, type UploadedInvoiceStatus } from '../domain/uploaded-invoices.ts'
import { m } from '../messages/messages.ts'
import { checkNotOwnPayout, lockPayout } from './step-commands.ts'

type Form = z.output<typeof uploadedInvoiceForm>

/**
 * Takes the caller's own invoice for a payout. Refuses `not_found`, `invoice_not_expected`, `invoice_differs` with both figures,
 * `invoice_exists`, `invoice_number_taken` and `upload_not_found`.
 */
export async function submitInvoice(context: TransactionContext, payoutId: string, form: Form): Promise<string> {
  const { tx, now } = context
  const partnerId = partnerOf(context).id
  const [payout, zone] = await Promise.all([lockPayout(context, payoutId), providerZone(tx)])
  const isExpected = payout.billing_mode === 'upload' && payout.status !== 'cancelled'
  const { reference, net_cents: netCents, vat_cents: vatCents } = payout
  const refusal = payout.status === 'cancelled' ? m.noInvoiceCancelled({ reference }) : m.noInvoiceExpected({ reference })
  refuseUnless(isExpected, 'invoice_not_expected', refusal)
  refuseFieldUnless(form.issuedOn <= isoDay(now, zone), 'issuedOn', m.dayToCome())
  const difference = amountsDiffer(form, { reference, netCents, vatCents })
  if (difference !== null) throw fieldRefusal(wrongAmount(form, netCents), difference, 'invoice_differs')
  const others = await tx
    .selectFrom('uploaded_invoices')
    .select(['payout_id', 'number'])
    .where('partner_id', '=', partnerId)
    .where('status', 'in', ['submitted', 'accepted'])
    .execute()
  const isThere = others.some((other) => other.payout_id === payoutId)
  refuseUnless(!isThere, 'invoice_exists', m.invoiceExists({ reference }))
  const isTaken = others.some(({ number }) => number.toLowerCase() === form.number.toLowerCase())
  const message = m.numberTaken({ number: form.number })
  refuseFieldUnless(!isTaken, 'number', message, 'invoice_number_taken')
  await claimUpload(context, form.uploadId, 'partner_invoice')
  const id = newId()
  await tx
    .insertInto('uploaded_invoices')
    .values({
      id,
      payout_id: payoutId,
      partner_id: partnerId,
      number: form.number,
      issued_on: form.issuedOn,
      net_cents: form.netCents,
      vat_cents: form.vatCents,
      file_id: form.uploadId,
      submitted_at: now,
    })
    .execute()
  await context.recordEvent({
    name: 'payout.invoice_submitted',
    subjectId: payoutId,
    audience: ofPartner(partnerId),
    after: { invoiceId: id, number: form.number, netCents, vatCents },
  })
  return id
}

const wrongAmount = (form: Form, netCents: number) => (form.netCents === netCents ? 'vatCents' : 'netCents')

interface Step {
  readonly id: string
  readonly from: UploadedInvoiceStatus
  readonly to: UploadedInvoiceStatus
}

/** Loads the invoice with its payout, which is locked; null if the step was already done. Refuses `invoice_decided`. */
async function lockForStep(context: TransactionContext, { id, from, to }: Step) {
  const find = () => context.tx.selectFrom('uploaded_invoices').selectAll().where('id', '=', id).executeTakeFirst()
  const invoice = await find()
  if (!invoice) throw new Refusal('not_found', m.noSuchInvoice())
  // The order of locks everywhere: the payout first, so that it cannot be approved or cancelled meanwhile.
  const payout = await lockPayout(context, invoice.payout_id)
  checkNotOwnPayout(context, payout)
  const row = (await find()) ?? invoice
  if (row.status === to) return null
  refuseUnless(row.status === from, 'invoice_decided', m.decidedMeanwhile({ number: row.number, status: row.status }))
  return { row, payout }
}

async function change(context: TransactionContext, id: string, values: Updateable<UploadedInvoices>): Promise<void> {
  await context.tx.updateTable('uploaded_invoices').set(values).where('id', '=', id).execute()
}

type LockedInvoice = NonNullable<Awaited<ReturnType<typeof lockForStep>>>
const aboutInvoice = ({ row }: LockedInvoice) => ({
  subjectId: row.payout_id,
  audience: ofPartner(row.partner_id),
})

/** Accepts an invoice; done again, nothing changes. Refuses `invoice_decided` and `own_commission`. */
export async function acceptInvoice(context: TransactionContext, id: string): Promise<void> {
  const invoice = await lockForStep(context, { id, from: 'submitted', to: 'accepted' })
  if (!invoice) return
  await change(context, id, { status: 'accepted', decided_at: context.now, decided_by: personOf(context).userId })
  const after = { invoiceId: id, number: invoice.row.number }
  await context.recordEvent({ name: 'payout.invoice_accepted', ...aboutInvoice(invoice), after })
}

/** Refuses an invoice, for good: the partner uploads another one. Refuses `invoice_decided` and `own_commission`. */
export async function refuseInvoice(context: TransactionContext, id: string, { reason }: { reason: string }): Promise<void> {
  const invoice = await lockForStep(context, { id, from: 'submitted', to: 'refused' })
  if (!invoice) return
  const { userId } = personOf(context)
  await change(context, id, { status: 'refused', decided_at: context.now, decided_by: userId, refuse_reason: reason })
  const after = { invoiceId: id, number: invoice.row.number, reason }
  await context.recordEvent({ name: 'payout.invoice_refused', ...aboutInvoice(invoice), after })
}

/** Takes an acceptance back until the payout is approved. Refuses `invoice_decided` and `own_commission`. */
export async function reopenInvoice(context: TransactionContext, id: string): Promise<void> {
  const invoice = await lockForStep(context, { id, from: 'accepted', to: 'submitted' })
  if (!invoice) return
  const { reference, status } = invoice.payout
  const isOpen = status === 'issued'
  refuseUnless(isOpen, 'invoice_decided', m.acceptanceFinal({ reference }))
  await change(context, id, { status: 'submitted', decided_at: null, decided_by: null })
  const after = { invoiceId: id, number: invoice.row.number }
  await context.recordEvent({ name: 'payout.invoice_reopened', ...aboutInvoice(invoice), after })
}
