import type { CallerRights } from '#access/domain/actor.ts'
import { texts } from '#platform/domain/languages.ts'
import { type Cents, formatEurosExact } from '#platform/domain/money.ts'
import { m } from '../messages/messages.ts'

/**
 * The invoice of a partner who invoices themselves, uploaded for one payout: submitted -> accepted | refused. Cancelled: its
 * payout was. Refused and cancelled ones are final, and a new upload is a new invoice.
 */
export const uploadedInvoiceStatuses = ['submitted', 'accepted', 'refused', 'cancelled'] as const
export type UploadedInvoiceStatus = (typeof uploadedInvoiceStatuses)[number]

/** Where a payout stands with the invoice that it expects: that of the newest upload. */
export const payoutInvoiceStates = ['submitted', 'missing', 'accepted', 'refused'] as const
export type PayoutInvoiceState = (typeof payoutInvoiceStates)[number]

export const payoutInvoiceLabels: Readonly<Record<PayoutInvoiceState, string>> = texts({
  submitted: m.invoiceToCheck,
  missing: m.invoiceMissing,
  accepted: m.invoiceAccepted,
  refused: m.invoiceRefused,
})

/** Why a payout that needs its invoice cannot be approved; null once it is accepted. */
export const invoiceObstacles: Readonly<Record<PayoutInvoiceState, string | null>> = {
  get submitted() {
    return m.waitsForAcceptance()
  },
  get missing() {
    return m.waitsForInvoice()
  },
  accepted: null,
  get refused() {
    return m.waitsAfterRefusal()
  },
}

export interface InvoiceAmounts {
  readonly netCents: Cents
  readonly vatCents: Cents
}

const inWords = ({ netCents, vatCents }: InvoiceAmounts) =>
  m.netPlusVat({ net: formatEurosExact(netCents), vat: formatEurosExact(vatCents) })

/** What is wrong with the amounts of an invoice, with both figures; null if they are those of its statement. */
export function amountsDiffer(invoice: InvoiceAmounts, statement: InvoiceAmounts & { reference: string }): string | null {
  if (invoice.netCents === statement.netCents && invoice.vatCents === statement.vatCents) return null
  const [invoiceText, statementText] = [inWords(invoice), inWords(statement)]
  return m.amountsDiffer({ invoiceText, reference: statement.reference, statementText })
}

/** Steps that the caller may take. Staff decide, nobody about an invoice of their own. */
export function uploadedInvoiceAbilities(
  { status, isApproved }: { readonly status: UploadedInvoiceStatus; readonly isApproved: boolean },
  { isStaff, isOwn, lacksRight = false }: CallerRights,
) {
  const decides = isStaff && !isOwn && !lacksRight
  return {
    accept: decides && status === 'submitted',
    refuse: decides && status === 'submitted',
    /** Take an acceptance back that was a mistake. */
    reopen: decides && status === 'accepted' && !isApproved,
  }
}
