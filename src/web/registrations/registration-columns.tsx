import { Anchor, Button, Group } from '@mantine/core'
import type { ListedRegistration } from '#api/registrations.ts'
import { refusalReasonLabels, registrationStateLabels } from '#domain/registrations.ts'
import { Link } from 'react-router'
import { PartnerLink } from '../partners/partner-link.tsx'
import type { Column } from '../ui/column.ts'
import { shortDate } from '../ui/dates.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { protectionText, registrationTones } from './protection.ts'

export type RowStep = 'accept' | 'refuse' | 'compare'

/** Columns of the registrations of staff. */
export const registrationColumns = (
  onStep: (step: RowStep, row: ListedRegistration) => void,
): readonly Column<ListedRegistration>[] => [
  { key: 'number', label: 'Number', figure: true, cell: ({ number }) => number },
  {
    key: 'company',
    label: 'Lead',
    card: 'title',
    cell: ({ id, company, name }) => (
      <>
        <Anchor component={Link} className="clamp" to={`/dashboard/admin-leads?lead=${id}`}>
          {company}
        </Anchor>
        <p className="cell-note">{name}</p>
      </>
    ),
  },
  { key: 'partner', label: 'Partner', cell: ({ partner }) => <PartnerLink partner={partner} /> },
  {
    key: 'submitted',
    label: 'Submitted',
    figure: true,
    cell: ({ submittedAt, isLate }) => (
      <>
        {shortDate(submittedAt)} {isLate && <StatusBadge tone="danger">Late</StatusBadge>}
      </>
    ),
  },
  {
    key: 'state',
    label: 'State',
    cell: (row) => (
      <>
        <StatusBadge tone={registrationTones[row.state]}>{registrationStateLabels[row.state]}</StatusBadge>{' '}
        {row.extension?.state === 'asked' && <StatusBadge tone="todo">Extension asked for</StatusBadge>}
        {row.rivals > 0 && <StatusBadge tone="todo">{row.isFirst ? 'First of several' : 'Another one is first'}</StatusBadge>}
        <p className="cell-note" lang="fr">
          {row.reason ? refusalReasonLabels[row.reason] : protectionText(row)}
        </p>
      </>
    ),
  },
  {
    key: 'actions',
    label: 'Actions',
    labelHidden: true,
    align: 'end',
    card: 'actions',
    cell: (row) => (
      <Group gap={4} justify="flex-end" wrap="nowrap">
        {row.rivals > 0 && (
          <Button size="compact-sm" variant="subtle" aria-label={`Compare ${row.company}`} onClick={() => onStep('compare', row)}>
            Compare
          </Button>
        )}
        {row.can.accept && (
          <Button size="compact-sm" variant="subtle" aria-label={`Accept ${row.company}`} onClick={() => onStep('accept', row)}>
            Accept
          </Button>
        )}
        {row.can.refuse && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            c="var(--danger-ink)"
            aria-label={`Refuse ${row.company}`}
            onClick={() => onStep('refuse', row)}
          >
            Refuse
          </Button>
        )}
      </Group>
    ),
  },
]
