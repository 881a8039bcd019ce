import { Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type Offers, useFields, useStages } from '#leads/lead-settings/web/data.ts'
import type { TimelineEntry } from '#leads/leads/api/lead-thread.ts'
import { timelineQuery } from '#leads/leads/web/data.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { Timeline, TimelineEvent } from '#platform/web/ui/page/timeline.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../../messages/messages.ts'
import classes from '../leads.module.css'
import { changeLines, sentenceOf } from './history-messages.ts'

interface LeadTimelineProps {
  readonly leadId: string
  readonly offers: Offers
}

const toneOf = ({ what }: TimelineEntry) => (what.startsWith('commission.') || what === 'lead.signed' ? 'done' : undefined)

/** The history of a lead, newest first. */
export function LeadTimeline({ leadId, offers }: LeadTimelineProps) {
  const words = { offers, stages: useStages(), fields: useFields() }
  const history = useInfiniteQuery(timelineQuery(leadId))
  return (
    <QueryBoundary query={history} rows={4}>
      {({ pages }) => (
        <>
          <Timeline label={m.history()}>
            {pages
              .flatMap((page) => page.items)
              .map((entry) => (
                <TimelineEvent key={entry.id} tone={toneOf(entry)}>
                  <Text>{sentenceOf(entry, words)}</Text>
                  <Changes lines={changeLines(entry, words)} />
                  <SoftText component="time" dateTime={entry.at} fz="xs">
                    {longDate(entry.at)}
                  </SoftText>
                </TimelineEvent>
              ))}
          </Timeline>
          {history.hasNextPage && (
            <Button variant="subtle" loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
              {m.showMore()}
            </Button>
          )}
        </>
      )}
    </QueryBoundary>
  )
}

function Changes({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <ul className={classes.changes}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
