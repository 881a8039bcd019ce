import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { pagePaths } from '#platform/domain/page-paths.ts'
import { longDate, shortDate } from '#platform/web/ui/dates.ts'
import { Timeline, TimelineEvent } from '#platform/web/ui/page/timeline.tsx'
import { Reference } from '#platform/web/ui/reference.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { PayoutDetail } from '../api/payouts.ts'

interface Step {
  readonly text: string
  readonly at: string | null
  readonly tone: 'done' | 'against' | undefined
  readonly note?: ReactNode
}

/** How the payout came to where it is, and what is still to come. */
function stepsOf(payout: PayoutDetail): Step[] {
  const { state, people } = payout
  const by = (name: string | null | undefined) => (name ? ` by ${name}` : '')
  const isOver = state === 'cancelled'
  const done = (at: string | null) => (at ? ('done' as const) : undefined)
  const silent = !payout.acceptedAt && !isOver && (payout.approvedAt !== null || state === 'accepted')
  const steps: Step[] = [
    { text: `Issued${by(people?.issuedBy)}`, at: payout.issuedAt, tone: 'done' },
    silent
      ? { text: 'Accepted: it was not contested in time', at: payout.contestUntil, tone: 'done' }
      : {
          text: payout.acceptedAt ? 'Accepted by the partner' : `Counts as accepted on ${shortDate(payout.contestUntil)}`,
          at: payout.acceptedAt,
          tone: done(payout.acceptedAt),
        },
    {
      text: payout.approvedAt ? `Approved${by(people?.approvedBy)}` : 'To be approved',
      at: payout.approvedAt,
      tone: done(payout.approvedAt),
      ...(people?.alone ? { note: 'Approved by who issued it: there was no other administrator.' } : {}),
    },
  ]
  if (payout.rejectedAt) {
    steps.push({
      text: 'Refused or returned by the bank',
      at: payout.rejectedAt,
      tone: 'against',
      ...(payout.rejectReason ? { note: payout.rejectReason } : {}),
    })
  }
  if (isOver) {
    const note = payout.cancelReason ? { note: payout.cancelReason } : {}
    return [...steps.filter(({ tone }) => tone), { text: 'Cancelled', at: payout.cancelledAt, tone: 'against', ...note }]
  }
  const isSentNow = state === 'sent' || state === 'paid'
  const sentAt = isSentNow ? payout.sentAt : null
  if (state !== 'rejected') {
    const file = payout.file
      ? { note: <Reference value={payout.file.reference} to={`${pagePaths.adminPayouts}?file=${payout.file.id}`} /> }
      : {}
    if (sentAt) steps.push({ text: 'Sent to the bank', at: sentAt, tone: 'done', ...file })
    const reference = payout.paymentReference ? { note: <Reference value={payout.paymentReference} /> } : {}
    steps.push({ text: payout.paidAt ? 'Paid' : 'To be paid', at: payout.paidAt, tone: done(payout.paidAt), ...reference })
  }
  return steps
}

export function PayoutTimeline({ payout }: { payout: PayoutDetail }) {
  return (
    <Timeline label="Steps of the payout">
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
