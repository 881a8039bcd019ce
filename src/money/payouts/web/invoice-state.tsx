import { type BadgeTone, StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { Payout } from '../api/payouts.ts'
import { type PayoutInvoiceState, payoutInvoiceLabels } from '../domain/uploaded-invoices.ts'

const tones: Readonly<Record<PayoutInvoiceState, BadgeTone>> = {
  submitted: 'todo',
  missing: 'blue',
  accepted: 'received',
  refused: 'danger',
}

export function InvoiceStateBadge({ state }: { state: PayoutInvoiceState }) {
  return <StatusBadge tone={tones[state]}>{payoutInvoiceLabels[state]}</StatusBadge>
}

/** Beside a payout's state: where it stands with its partner's own invoice. */
export function InvoiceNote({ invoice }: Pick<Payout, 'invoice'>) {
  if (!invoice) return null
  const isOpen = invoice.state === 'submitted' || invoice.state === 'refused'
  return (
    <span className="cell-note" style={isOpen ? { color: `var(--${tones[invoice.state]}-ink)` } : undefined}>
      {payoutInvoiceLabels[invoice.state]}
    </span>
  )
}
