import { Button } from '@mantine/core'
import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { clientLine } from '#leads/domain/client-names.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { Column } from '#platform/web/ui/tables/column.ts'
import type { Dispute } from '../api.ts'
import { disputeStateLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { disputeTones } from './dispute-tones.ts'

export function sourceOf({ lead, commission }: Dispute): string {
  return lead ? clientLine(lead) : commission?.description || m.withoutLead()
}

/** What staff have to do comes first; a partner has nothing to answer while it is open. */
const actionOf = ({ state, can }: Dispute) => (state === 'open' && can.uphold ? m.answer() : m.open())

const partner: Column<Dispute> = {
  key: 'partner',
  label: m.partner(),
  kept: true,
  cell: (row) => <PartnerLink partner={row.partner} />,
}

/** Columns of the disputes; staff see whose. */
export const disputeColumns = (isStaff: boolean, onOpen: (row: Dispute) => void): readonly Column<Dispute>[] => [
  { key: 'opened', label: m.opened(), figure: true, cell: ({ openedAt }) => shortDate(openedAt) },
  ...(isStaff ? [partner] : []),
  {
    key: 'about',
    label: m.about(),
    card: 'title',
    cell: (row) => (
      <>
        <span className="clamp" title={sourceOf(row)}>
          {sourceOf(row)}
        </span>
        <p className="cell-note">
          {row.kind === 'missing'
            ? m.missingCommission()
            : row.commission
              ? m.commissionOf({ amountCents: formatEurosExact(row.commission.amountCents) })
              : m.commissionGoneShort()}
        </p>
      </>
    ),
  },
  {
    key: 'expected',
    label: m.expected(),
    align: 'end',
    figure: true,
    cell: ({ expectedCents }) => (expectedCents === null ? '—' : formatEurosExact(expectedCents)),
  },
  {
    key: 'state',
    label: m.state(),
    kept: true,
    cell: ({ state, answeredAt, closedAt }) => (
      <>
        <StatusBadge tone={disputeTones[state]}>{disputeStateLabels[state]}</StatusBadge>
        {(closedAt ?? answeredAt) && <p className="cell-note figure">{shortDate(closedAt ?? answeredAt ?? '')}</p>}
      </>
    ),
  },
  {
    key: 'open',
    label: m.actions(),
    labelHidden: true,
    align: 'end',
    card: 'actions',
    cell: (row) => (
      <Button
        size="compact-sm"
        variant="subtle"
        data-opens
        onClick={() => onOpen(row)}
        aria-label={m.actionAbout({ action: actionOf(row), about: sourceOf(row) })}
      >
        {actionOf(row)}
      </Button>
    ),
  },
]
