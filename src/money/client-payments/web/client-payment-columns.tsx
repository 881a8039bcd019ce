import { Menu } from '@mantine/core'
import { Link } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { WithRight } from '#access/web/with-right.tsx'
import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { clientName, companyBeside } from '#leads/domain/client-names.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { dayText, shortDate } from '#platform/web/ui/dates.ts'
import { Reference } from '#platform/web/ui/reference.tsx'
import type { Column } from '#platform/web/ui/tables/column.ts'
import { RowMenu } from '#platform/web/ui/tables/row-menu.tsx'
import type { ClientPayment } from '../api/client-payments.ts'
import { m } from '../messages/messages.ts'

/** Columns of the staff's table of client payments. */
export const clientPaymentColumns = (onRefund: (row: ClientPayment) => void): readonly Column<ClientPayment>[] => [
  {
    key: 'received',
    label: m.received(),
    sort: 'received',
    descendingFirst: true,
    figure: true,
    cell: ({ receivedOn }) => dayText(receivedOn),
  },
  {
    key: 'lead',
    label: m.lead(),
    sort: 'lead',
    card: 'title',
    cell: ({ lead }) => (
      <>
        <span className="clamp" title={clientName(lead)}>
          {clientName(lead)}
        </span>
        {companyBeside(lead) !== '' && (
          <p className="cell-note clamp" title={lead.name}>
            {lead.name}
          </p>
        )}
      </>
    ),
  },
  {
    key: 'partner',
    label: m.partner(),
    sort: 'partner',
    priority: 2,
    cell: ({ partner }) => <PartnerLink partner={partner} />,
  },
  {
    key: 'reference',
    label: m.invoice(),
    kept: true,
    cell: ({ kind, reference, refundsReference }) => (
      <>
        <Reference value={reference} />
        {kind === 'refund' && refundsReference && (
          <p className="cell-note">
            {m.refundOfNote()} <Reference value={refundsReference} />
          </p>
        )}
      </>
    ),
  },
  {
    key: 'amount',
    label: m.netAmount(),
    sort: 'amount',
    align: 'end',
    figure: true,
    cell: ({ kind, netCents }) => formatEurosExact(kind === 'refund' ? -netCents : netCents),
  },
  {
    key: 'commission',
    label: m.commission(),
    align: 'end',
    cell: ({ commissionCents, payableBy }) => (
      <>
        <p className="cell-main figure">{formatEurosExact(commissionCents)}</p>
        {payableBy && <p className="cell-note">{m.payableByNote({ day: shortDate(payableBy) })}</p>}
      </>
    ),
  },
  {
    key: 'actions',
    label: m.actions(),
    align: 'end',
    card: 'actions',
    cell: (row) => (
      <div className="row-actions">
        <RowMenu label={m.moreAbout({ reference: row.reference })}>
          <Menu.Item component={Link} to={`${pagePaths.adminLeads}?lead=${row.lead.id}`}>
            {m.openLead()}
          </Menu.Item>
          {row.refundableCents > 0 && (
            <WithRight right="money">
              <Menu.Item color="var(--danger-ink)" onClick={() => onRefund(row)}>
                {m.refund()}
              </Menu.Item>
            </WithRight>
          )}
        </RowMenu>
      </div>
    ),
  },
]
