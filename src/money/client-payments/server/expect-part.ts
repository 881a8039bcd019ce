import type { ClientPaymentForm } from '../api/client-payments.ts'
import { afterPayment } from '../domain/client-payments.ts'
import type { ClientPaymentRow, LeadMoney } from './lead-money.ts'
import type { PaidInvoice } from './record-commands.ts'
import { tryPayment } from './what-it-brings.ts'

/** What a payment would bring, and its lead afterwards. The accounts of the lead's partners take it: they are forked before. */
export function expectPart(
  { reference, receivedOn, netCents }: ClientPaymentForm,
  money: LeadMoney,
  credit: PaidInvoice | null = null,
): { commissionCents: number; money: LeadMoney } {
  if (money.expectedCents === null) throw new Error(`nothing is expected of the signed lead ${money.id}`)
  const commissionCents = tryPayment(money, { netCents, receivedOn })
  const payment: ClientPaymentRow = {
    id: `row ${reference}`,
    lead_id: money.id,
    kind: 'payment',
    reference,
    received_on: receivedOn,
    net_cents: netCents,
    refunds_id: null,
    recorded_by: '',
    created_at: new Date(0),
    client_invoice_id: credit?.invoiceId ?? null,
    total_cents: credit?.totalCents ?? null,
  }
  return {
    commissionCents,
    money: {
      ...money,
      ...afterPayment({ expectedCents: money.expectedCents, receivedCents: money.receivedCents }, netCents),
      payments: [...money.payments, payment],
    },
  }
}
