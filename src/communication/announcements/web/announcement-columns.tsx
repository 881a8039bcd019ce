import { Button, UnstyledButton } from '@mantine/core'
import { nameOf } from '#accounts/people/domain.ts'
import { percentText } from '#platform/domain/money.ts'
import { dayText, shortDate } from '#platform/web/ui/dates.ts'
import { type BadgeTone, StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { Column } from '#platform/web/ui/tables/column.ts'
import type { Announcement } from '../api.ts'
import { type AnnouncementState, announcementAudienceLabels, announcementStateLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'

export const announcementTones: Readonly<Record<AnnouncementState, BadgeTone>> = {
  running: 'received',
  ended: 'known',
  withdrawn: 'danger',
}

/** 'All partners', 'Gold partners' */
export const audienceText = ({ audience, tier }: Pick<Announcement, 'audience' | 'tier'>) =>
  tier ? m.tierPartners({ tier }) : announcementAudienceLabels[audience]

/** '3 of 12 (25 %)' */
export const readText = ({ read, recipients }: Pick<Announcement, 'read' | 'recipients'>) =>
  m.readShare({ read, recipients, percent: percentText(recipients === 0 ? 0 : Math.round((read / recipients) * 100)) })

/** Columns of the announcements of staff. */
export const announcementColumns = (onOpen: (id: string) => void): readonly Column<Announcement>[] => [
  {
    key: 'title',
    label: m.announcement(),
    card: 'title',
    cell: ({ id, title }) => (
      <UnstyledButton className="name-link clamp" data-opens onClick={() => onOpen(id)}>
        {title}
      </UnstyledButton>
    ),
  },
  { key: 'audience', label: m.to(), cell: audienceText },
  {
    key: 'published',
    label: m.published(),
    figure: true,
    cell: ({ publishedAt, publishedBy }) => (
      <>
        {shortDate(publishedAt)}
        <p className="cell-note clamp">{nameOf(publishedBy)}</p>
      </>
    ),
  },
  { key: 'ends', label: m.until(), figure: true, cell: ({ endsOn }) => (endsOn ? dayText(endsOn) : m.untilRead()) },
  {
    key: 'state',
    label: m.state(),
    kept: true,
    cell: ({ state }) => <StatusBadge tone={announcementTones[state]}>{announcementStateLabels[state]}</StatusBadge>,
  },
  { key: 'read', label: m.read(), align: 'end', figure: true, cell: readText },
  {
    key: 'actions',
    label: m.actions(),
    labelHidden: true,
    align: 'end',
    card: 'actions',
    cell: ({ id, title }) => (
      <Button size="compact-sm" variant="subtle" aria-label={m.receiptsOf({ title })} onClick={() => onOpen(id)}>
        {m.receipts()}
      </Button>
    ),
  },
]
