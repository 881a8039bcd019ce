import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { formatEurosExact } from '#platform/domain/money.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { Reference } from '#platform/web/ui/reference.tsx'
import type { Column } from '#platform/web/ui/tables/column.ts'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import type { Payout } from '../api/payouts.ts'
import { payoutStateLabels } from '../domain/payouts.ts'
import { m } from '../messages/messages.ts'
import { FileCell } from './file-cell.tsx'
import { PayoutStateCell } from './payout-state.tsx'

export const stateChip = { label: m.state(), all: m.allStates(), labels: payoutStateLabels }

const dateColumn: Column<Payout> = {
  key: 'date',
  label: m.issuedOn(),
  sort: 'date',
  descendingFirst: true,
  figure: true,
  cell: ({ issuedAt }) => shortDate(issuedAt),
}
const amountColumn: Column<Payout> = {
  key: 'amount',
  label: m.total(),
  sort: 'amount',
  align: 'end',
  cell: ({ totalCents, netCents, vatCents, commissionCount }) => (
    <>
      <p className="cell-main figure">{formatEurosExact(totalCents)}</p>
      <p className="cell-note figure">
        {vatCents > 0
          ? m.netAndVat({ net: formatEurosExact(netCents), vat: formatEurosExact(vatCents) })
          : m.commissionCount({ count: commissionCount })}
      </p>
    </>
  ),
}
const stateColumn: Column<Payout> = {
  key: 'state',
  label: m.state(),
  sort: 'state',
  kept: true,
  cell: (row) => <PayoutStateCell payout={row} />,
}

/** Opens the payout; approves it where the caller may. */
export const staffPayoutColumns = (
  onOpen: (id: string) => void,
  onOpenFile: (fileId: string) => void,
  onAsk: (step: 'approve' | 'pay', payout: Payout) => void,
): readonly Column<Payout>[] => [
  dateColumn,
  {
    key: 'partner',
    label: m.partner(),
    sort: 'partner',
    card: 'title',
    cell: ({ partner, reference }) => (
      <>
        <PartnerLink partner={partner} />
        <p className="cell-note">
          <Reference value={reference} />
        </p>
      </>
    ),
  },
  amountColumn,
  stateColumn,
  { key: 'file', label: m.bankFile(), priority: 2, cell: ({ file }) => <FileCell file={file} onOpen={onOpenFile} /> },
  {
    key: 'actions',
    label: m.actions(),
    align: 'end',
    card: 'actions',
    cell: (row) => (
      <div className="row-actions">
        {row.can.approve && (
          <RowButton onClick={() => onAsk('approve', row)} aria-label={m.approveRow({ reference: row.reference })}>
            {m.approve()}
          </RowButton>
        )}
        {row.can.pay && (
          <RowButton look="quiet" onClick={() => onAsk('pay', row)} aria-label={m.markRowPaid({ reference: row.reference })}>
            {m.markPaid()}
          </RowButton>
        )}
        <RowButton
          look="default"
          data-opens
          onClick={() => onOpen(row.id)}
          aria-label={m.detailsOf({ reference: row.reference })}
        >
          {m.details()}
        </RowButton>
      </div>
    ),
  },
]

export const ownPayoutColumns = (onOpen: (id: string) => void): readonly Column<Payout>[] => [
  {
    key: 'reference',
    label: m.reference(),
    sort: 'reference',
    card: 'title',
    cell: ({ reference }) => <Reference value={reference} />,
  },
  dateColumn,
  amountColumn,
  stateColumn,
  {
    key: 'actions',
    label: m.actions(),
    align: 'end',
    card: 'actions',
    cell: ({ id, reference }) => (
      <div className="row-actions">
        <RowButton look="default" data-opens onClick={() => onOpen(id)} aria-label={m.detailsOf({ reference })}>
          {m.details()}
        </RowButton>
      </div>
    ),
  },
]
