import { Group, Stack, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { threadOf } from '#leads/leads/web/thread.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { MessageThread } from '#platform/web/ui/page/message-thread.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Dispute } from '../api.ts'
import { disputeMessagesQuery } from './data.ts'
import { disputeTones, type Lang, words } from './dispute-labels.ts'

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
      <SoftText>
        {dates.join(', ')}
        {expectedCents !== null && `. ${say.expected} ${formatEurosExact(expectedCents)}`}
      </SoftText>
      <QueryBoundary query={messages} rows={2}>
        {({ pages }) => (
          <MessageThread
            label={say.thread}
            messages={threadOf(pages.flatMap((page) => page.items))}
            badges={({ isStaff }) => isStaff && <StatusBadge tone="known">{say.staff}</StatusBadge>}
            older={{ label: say.older, query: messages }}
          />
        )}
      </QueryBoundary>
    </Stack>
  )
}
