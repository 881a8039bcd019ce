import { Anchor, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import type { SubjectKind } from '#access/domain/subject-kinds.ts'
import { nameOf } from '#accounts/people/domain.ts'
import { eventLabels } from '#operations/journal/web/event-labels.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { Timeline, TimelineEvent } from '#platform/web/ui/page/timeline.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { MoreButton } from '#platform/web/ui/tables/more-button.tsx'
import type { PartnerHistoryEntry } from '../api/profile.ts'
import { m } from '../messages/messages.ts'
import { historyQuery } from './data.ts'
import { PartnerFrame } from './partner-frame.tsx'

/** The page that shows a record, by its kind. */
const places: Partial<Record<SubjectKind, (id: string) => string>> = {
  lead: (id) => `${pagePaths.adminLeads}?lead=${id}`,
  contract: (id) => `${pagePaths.adminContracts}?contract=${id}`,
  payout: (id) => `${pagePaths.adminPayouts}?payout=${id}`,
}

/** What happened to the partner and their records, newest first. */
export function Component() {
  const { partnerId = '' } = useParams()
  const query = useInfiniteQuery(historyQuery(partnerId))
  return (
    <PartnerFrame>
      {() => (
        <QueryBoundary query={query} rows={8}>
          {({ pages }) => (
            <>
              <Timeline label={m.history()}>
                {pages
                  .flatMap(({ items }) => items)
                  .map((entry) => (
                    <Entry key={entry.id} entry={entry} />
                  ))}
              </Timeline>
              <MoreButton query={query} />
            </>
          )}
        </QueryBoundary>
      )}
    </PartnerFrame>
  )
}

function Entry({ entry }: { entry: PartnerHistoryEntry }) {
  const { what, who, at, about, before, after, amountCents, subject } = entry
  const place = subject && places[subject.kind]
  // A lead that was deleted has no place any more.
  const leadsTo = place && about !== '' && !what.endsWith('.deleted') ? place(subject.id) : null
  const change = before === null ? after : `${before} → ${after ?? '—'}`
  return (
    <TimelineEvent tone={undefined}>
      <Text fz="sm">
        <strong>{eventLabels[what]}</strong>
        {about && ' · '}
        {leadsTo ? (
          <Anchor component={Link} to={leadsTo} fz="sm" underline="always">
            {about}
          </Anchor>
        ) : (
          about
        )}
        {amountCents !== null && <span className="figure"> · {formatEurosExact(amountCents)}</span>}
      </Text>
      {change && <Text fz="sm">{change}</Text>}
      <SoftText fz="xs">
        {longDate(at)} · {who ? (who.staff ? m.staffName({ name: nameOf(who) }) : nameOf(who)) : m.thePortal()}
      </SoftText>
    </TimelineEvent>
  )
}
