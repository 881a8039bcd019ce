import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { pagePaths } from '#access/domain/page-paths.ts'
import { longDate, shortDate } from '#platform/web/ui/dates.ts'
import { Timeline, TimelineEvent } from '#platform/web/ui/page/timeline.tsx'
import { Reference } from '#platform/web/ui/reference.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { PayoutDetail } from '../api/payouts.ts'
import { m } from '../messages/messages.ts'

interface Step {
  readonly text: string
  readonly at: string | null
  readonly tone: 'done' | 'against' | undefined
  readonly note?: ReactNode
}

/** How the payout came to where it is, and what is still to come. */
function stepsOf(payout: PayoutDetail): Step[] {
  const { state, people } = payout
  const isOver = state === 'cancelled'
  const done = (at: string | null) => (at ? ('done' as const) : undefined)
  const silent = !payout.acceptedAt && !isOver && (payout.approvedAt !== null || state === 'accepted')
  const steps: Step[] = [
    { text: people?.issuedBy ? m.issuedBy({ name: people.issuedBy }) : m.issued(), at: payout.issuedAt, tone: 'done' },
    silent
      ? { text: m.acceptedBySilence(), at: payout.contestUntil, tone: 'done' }
      : {
          text: payout.acceptedAt
            ? m.acceptedByPartner()
            : m.countsAsAcceptedStep({ contestUntil: shortDate(payout.contestUntil) }),
          at: payout.acceptedAt,
          tone: done(payout.acceptedAt),
        },
    {
      text: payout.approvedAt
        ? people?.approvedBy
          ? m.approvedBy({ name: people.approvedBy })
          : m.approved()
        : m.toBeApproved(),
      at: payout.approvedAt,
      tone: done(payout.approvedAt),
      ...(people?.alone ? { note: m.approvedAlone() } : {}),
    },
  ]
  if (payout.rejectedAt) {
    steps.push({
      text: m.refusedOrReturned(),
      at: payout.rejectedAt,
      tone: 'against',
      ...(payout.rejectReason ? { note: payout.rejectReason } : {}),
    })
  }
  if (isOver) {
    const note = payout.cancelReason ? { note: payout.cancelReason } : {}
    return [...steps.filter(({ tone }) => tone), { text: m.cancelled(), at: payout.cancelledAt, tone: 'against', ...note }]
  }
  const isSentNow = state === 'sent' || state === 'paid'
  const sentAt = isSentNow ? payout.sentAt : null
  if (state !== 'rejected') {
    const file = payout.file
      ? { note: <Reference value={payout.file.reference} to={`${pagePaths.adminPayouts}?file=${payout.file.id}`} /> }
      : {}
    if (sentAt) steps.push({ text: m.sentToBank(), at: sentAt, tone: 'done', ...file })
    const reference = payout.paymentReference ? { note: <Reference value={payout.paymentReference} /> } : {}
    steps.push({ text: payout.paidAt ? m.paid() : m.toBePaid(), at: payout.paidAt, tone: done(payout.paidAt), ...reference })
  }
  return steps
}

export function PayoutTimeline({ payout }: { payout: PayoutDetail }) {
  return (
    <Timeline label={m.stepsOfPayout()}>
      {stepsOf(payout).map(({ text, at, tone, note }) => (
        <TimelineEvent key={text} tone={tone}>
          <Text fz="sm" c={tone ? undefined : 'var(--ink-soft)'}>
            {text}
          </Text>
          {note && (
            <Text fz="sm" c={tone === 'against' ? 'var(--danger-ink)' : 'var(--ink-soft)'}>
              {note}
            </Text>
          )}
          {at && <SoftText fz="xs">{longDate(at)}</SoftText>}
        </TimelineEvent>
      ))}
    </Timeline>
  )
}
