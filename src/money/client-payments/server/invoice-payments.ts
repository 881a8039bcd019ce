import type { ReceivedPart } from '../domain/client-invoices.ts'
import { type ClientPaymentRow, type LeadMoney, sameReference } from './lead-money.ts'

interface Invoice {
  readonly id: string
  readonly number: string
}

/** Payments of a lead that pay an invoice: those that a credit recorded for it, and those typed with its number. */
export function paymentsOf({ payments }: Pick<LeadMoney, 'payments'>, { id, number }: Invoice): ClientPaymentRow[] {
  return payments.filter(
    (each) => each.kind === 'payment' && (each.client_invoice_id === id || sameReference(each.reference, number)),
  )
}

/** What was received on an invoice, less what was given back. */
export function receivedOn(money: Pick<LeadMoney, 'payments'>, invoice: Invoice): ReceivedPart[] {
  const paid = paymentsOf(money, invoice)
  const ids = new Set(paid.map(({ id }) => id))
  const refunds = money.payments.filter(({ refunds_id }) => refunds_id !== null && ids.has(refunds_id))
  return [
    ...paid.map(({ net_cents, total_cents }) => ({ netCents: net_cents, totalCents: total_cents })),
    ...refunds.map(({ net_cents }) => ({ netCents: -net_cents, totalCents: null })),
  ]
}
