import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Dispute } from '#api/disputes.ts'
import type { LeadComment } from '#api/leads.ts'
import { formatEurosExact } from '#domain/money.ts'
import { nameOf } from '#domain/partners.ts'
import { longDate, shortDate } from '../ui/dates.ts'
import { QueryBoundary } from '../ui/states.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { disputeMessagesQuery } from './data.ts'
import classes from './disputes.module.css'
import type { Lang } from './words.ts'
import { disputeTones, words } from './words.ts'

/** A dispute's state with its dates, and what was said about it, newest last. */
export function DisputeThread({ dispute, lang = 'en' }: { readonly dispute: Dispute; readonly lang?: Lang }) {
  const say = words[lang]
  const messages = useInfiniteQuery(disputeMessagesQuery(dispute.id))
  const { state, openedAt, answeredAt, closedAt, expectedCents } = dispute
  const dates = [
    `${say.opened} ${shortDate(openedAt)}`,
    ...(answeredAt ? [`${say.answered} ${shortDate(answeredAt)}`] : []),
    ...(closedAt ? [`${say.closed} ${shortDate(closedAt)}`] : []),
  ]
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Title order={3} fz={16}>
          {say.title}
        </Title>
        <StatusBadge tone={disputeTones[state]}>{say.states[state]}</StatusBadge>
      </Group>
      <Text fz="sm" c="var(--ink-soft)">
        {dates.join(', ')}
        {expectedCents !== null && `. ${say.expected} ${formatEurosExact(expectedCents)}`}
      </Text>
      <QueryBoundary query={messages} rows={2}>
        {({ pages }) => (
          <div>
            {messages.hasNextPage && (
              <Button
                variant="subtle"
                size="xs"
                mb="sm"
                loading={messages.isFetchingNextPage}
                onClick={() => void messages.fetchNextPage()}
              >
                {say.older}
              </Button>
            )}
            <div role="log" aria-label={say.thread}>
              <ul className={classes.thread}>
                {pages
                  .flatMap((page) => page.items)
                  .reverse()
                  .map((message) => (
                    <Message key={message.id} message={message} staff={say.staff} />
                  ))}
              </ul>
            </div>
          </div>
        )}
      </QueryBoundary>
    </Stack>
  )
}

function Message({ message: { author, mine, body, createdAt }, staff }: { message: LeadComment; staff: string }) {
  return (
    <li className={classes.message} data-mine={mine || undefined}>
      <Group gap={8}>
        <Text fw={600} fz="sm">
          {nameOf(author)}
        </Text>
        {author.staff && <StatusBadge tone="known">{staff}</StatusBadge>}
        <Text component="time" dateTime={createdAt} fz="xs" c="var(--ink-soft)">
          {longDate(createdAt)}
        </Text>
      </Group>
      <p className={classes.said}>{body}</p>
    </li>
  )
}
