import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { type Cents, formatEurosExact } from '#platform/domain/money.ts'
import { dayText } from '#platform/web/ui/dates.ts'
import { Reference } from '#platform/web/ui/reference.tsx'
import type { Column } from '#platform/web/ui/tables/column.ts'
import { rowButtonClass } from '#platform/web/ui/tables/row-button.tsx'
import type { IssuedDocument } from '../api.ts'
import { documentKindLabels, documentStateLabels } from '../domain/payout-documents.ts'
import { m } from '../messages/messages.ts'
import { DocumentLinks } from './document-links.tsx'
import { handoverBrief, handoverNotes } from './handover-text.ts'
import { signedCents } from './signed-cents.ts'

/** '200,00 € net, 40,00 € VAT' */
export const netAndVat = (netCents: Cents, vatCents: Cents) =>
  m.netAndVat({ net: formatEurosExact(netCents), vat: formatEurosExact(vatCents) })

const numberColumn: Column<IssuedDocument> = {
  key: 'number',
  label: m.number(),
  sort: 'number',
  card: 'title',
  cell: ({ number, kind, corrects }) => (
    <>
      <p className="cell-main">
        <Reference value={number} />
      </p>
      <p className="cell-note">{documentKindLabels[kind]}</p>
      {corrects && (
        <p className="cell-note">{m.ofCorrected({ corrects, number: () => <Reference key="number" value={corrects} /> })}</p>
      )}
    </>
  ),
}
/** What became of it, with its payout and on its way to a plateforme agréée. */
const stateColumn: Column<IssuedDocument> = {
  key: 'state',
  label: m.state(),
  kept: true,
  cell: (row) => (
    <>
      <p className="cell-main">{documentStateLabels[row.state]}</p>
      {handoverBrief(row).map((note) => (
        <p key={note} className="cell-note clamp" title={handoverNotes(row).join(', ')}>
          {note}
        </p>
      ))}
    </>
  ),
}
const partnerColumn: Column<IssuedDocument> = {
  key: 'partner',
  label: m.partner(),
  sort: 'partner',
  kept: true,
  cell: ({ partner }) => <PartnerLink partner={partner} />,
}
/** The day, and the payout, which opens in the list of payouts. */
const dateColumn = (payouts: string): Column<IssuedDocument> => ({
  key: 'date',
  label: m.issuedOn(),
  sort: 'date',
  descendingFirst: true,
  cell: ({ issuedOn, payout }) => (
    <>
      <p className="cell-main figure">{dayText(issuedOn)}</p>
      <p className="cell-note figure">
        {m.withPayout({
          reference: payout.reference,
          payout: (parts) => (
            <Anchor key="payout" component={Link} to={`${payouts}?payout=${payout.id}`} fz="inherit" underline="always">
              {parts}
            </Anchor>
          ),
        })}
      </p>
    </>
  ),
})
const amountColumn: Column<IssuedDocument> = {
  key: 'amount',
  label: m.total(),
  sort: 'amount',
  align: 'end',
  cell: ({ kind, netCents, vatCents, totalCents }) => (
    <>
      <p className="cell-main figure">{formatEurosExact(signedCents(kind, totalCents))}</p>
      <p className="cell-note figure">{netAndVat(signedCents(kind, netCents), signedCents(kind, vatCents))}</p>
    </>
  ),
}

const actionsColumn: Column<IssuedDocument> = {
  key: 'actions',
  label: m.download(),
  align: 'end',
  card: 'actions',
  cell: (row) => (
    <div className="row-actions">
      <DocumentLinks document={row} />
    </div>
  ),
}

/** `onStatus`: staff ask to record what the platform says of a document. */
export const staffInvoiceColumns = (onStatus: (document: IssuedDocument) => void): readonly Column<IssuedDocument>[] => [
  numberColumn,
  partnerColumn,
  stateColumn,
  dateColumn(pagePaths.adminPayouts),
  amountColumn,
  {
    ...actionsColumn,
    cell: (row) => (
      <div className="row-actions">
        {row.can.recordStatus && (
          <button
            type="button"
            className={rowButtonClass}
            data-look="default"
            aria-label={m.platformStatusOf({ number: row.number })}
            onClick={() => onStatus(row)}
          >
            {m.status()}
          </button>
        )}
        <DocumentLinks document={row} />
      </div>
    ),
  },
]

export const ownInvoiceColumns: readonly Column<IssuedDocument>[] = [
  numberColumn,
  stateColumn,
  dateColumn(pagePaths.payouts),
  amountColumn,
  actionsColumn,
]
