import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Commission, CommissionEvent } from '#api/commissions.ts'
import { formatEurosExact, formatPercent } from '#domain/money.ts'
import { longDate, shortDate } from '../ui/dates.ts'
import { QueryBoundary } from '../ui/states.tsx'
import { useMe, useSettings } from '../app/session.ts'
import { CommissionStatusCell } from './commission-status.tsx'
import { commissionHistoryQuery } from './data.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Timeline, TimelineEvent } from '../ui/timeline.tsx'

const formula = (money: NonNullable<CommissionEvent['after']>) =>
  `${formatEurosExact(money.revenueCents)} × ${formatPercent(money.commissionRate)} % = ${formatEurosExact(money.amountCents)}`

function sentenceOf({ name, before, after }: CommissionEvent): string {
  switch (name) {
    case 'commission.created':
      return after ? `Created: ${formula(after)}` : 'Created'
    case 'commission.corrected':
      return before && after ? `Corrected from ${formula(before)} to ${formula(after)}` : 'Corrected'
    case 'commission.validated':
      return 'Validated: the client’s payment was received'
    case 'commission.paid':
      return 'Paid'
  }
}

const toneOf = ({ name }: CommissionEvent) => (name === 'commission.validated' || name === 'commission.paid' ? 'done' : undefined)

/** Explains a commission: calculation, tier, dates and history. Mounted only while open. */
export function WhyDialog({ commission, onClose }: { commission: Commission; onClose: () => void }) {
  const history = useQuery(commissionHistoryQuery(commission.id))
  const settings = useSettings()
  const me = useMe()
  const { lead, description, tierName, payableBy, paidAt } = commission
  return (
    <Dialog onClose={onClose} title="Why this amount" size="lg">
      <Stack>
        <div>
          <Text c="var(--ink-soft)" fz="sm" mb={6}>
            {lead ? `${lead.name} — ${lead.company}` : description}
          </Text>
          <Text className="display figure" fz={{ base: 20, xs: 28 }} style={{ whiteSpace: 'normal' }}>
            {formula(commission)}
          </Text>
        </div>
        <Text fz="sm">
          {me.role === 'partner' ? 'Your' : 'The partner’s'} tier was {tierName} when the commission was created; later tiers do
          not change its rate.{' '}
          {paidAt
            ? `It was paid on ${shortDate(paidAt)}.`
            : payableBy
              ? `It is payable by ${shortDate(payableBy)}: 30 days after its validation.`
              : 'It becomes payable 30 days after its validation, which follows the client’s payment.'}
        </Text>
        <div>
          <CommissionStatusCell commission={commission} />
        </div>
        <section aria-label="History">
          <Title order={3} fz={16} mb="xs">
            History
          </Title>
          <QueryBoundary query={history} rows={2}>
            {({ events }) => (
              <Timeline label="History">
                {events.map((event) => (
                  <TimelineEvent key={event.id} tone={toneOf(event)}>
                    <Text fz="sm">{sentenceOf(event)}</Text>
                    <Text fz="xs" c="var(--ink-soft)">
                      {longDate(event.at)} — {event.by ?? settings.providerName}
                    </Text>
                  </TimelineEvent>
                ))}
              </Timeline>
            )}
          </QueryBoundary>
        </section>
      </Stack>
    </Dialog>
  )
}
