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
import { disputeStateLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { disputeMessagesQuery } from './data.ts'
import { disputeTones } from './dispute-tones.ts'

/** A dispute's state with its dates, and what was said about it, newest last. */
export function DisputeThread({ dispute }: { readonly dispute: Dispute }) {
  const messages = useInfiniteQuery(disputeMessagesQuery(dispute.id))
  const { state, openedAt, answeredAt, closedAt, expectedCents } = dispute
  const dates = [
    m.openedOn({ day: shortDate(openedAt) }),
    ...(answeredAt ? [m.answeredOn({ day: shortDate(answeredAt) })] : []),
    ...(closedAt ? [m.closedOn({ day: shortDate(closedAt) })] : []),
  ]
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Title order={3} fz={16}>
          {m.dispute()}
        </Title>
        <StatusBadge tone={disputeTones[state]}>{disputeStateLabels[state]}</StatusBadge>
      </Group>
      <SoftText>
        {dates.join(', ')}
        {expectedCents !== null && `. ${m.expectedAmount({ amount: formatEurosExact(expectedCents) })}`}
      </SoftText>
      <QueryBoundary query={messages} rows={2}>
        {({ pages }) => (
          <MessageThread
            label={m.disputeMessages()}
            messages={threadOf(pages.flatMap((page) => page.items))}
            badges={({ isStaff }) => isStaff && <StatusBadge tone="known">{m.staff()}</StatusBadge>}
            older={{ label: m.olderMessages(), query: messages }}
          />
        )}
      </QueryBoundary>
    </Stack>
  )
}
