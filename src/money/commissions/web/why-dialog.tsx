import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isUndecided } from '#money/disputes/domain.ts'
import { DisputeSection } from '#money/disputes/web/dispute-section.tsx'
import { commissionAmount, formatEurosExact, percentText } from '#platform/domain/money.ts'
import { useMe, useSettings } from '#platform/web/app/session/session.ts'
import { dayText, longDate, shortDate } from '#platform/web/ui/dates.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { Timeline, TimelineEvent } from '#platform/web/ui/page/timeline.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Commission, CommissionEvent } from '../api/commissions.ts'
import { paymentDelayDays } from '../domain.ts'
import { CommissionStatusCell } from './commission-status.tsx'
import { commissionHistoryQuery } from './data.ts'

const formula = (money: NonNullable<CommissionEvent['after']>) =>
  `${formatEurosExact(money.revenueCents)} × ${percentText(money.commissionRate)} = ${formatEurosExact(money.amountCents)}`

function sentenceOf({ name, before, after, note }: CommissionEvent): string {
  switch (name) {
    case 'commission.created':
      return after ? `Created: ${formula(after)}` : 'Created'
    case 'commission.corrected':
      return before && after ? `Corrected from ${formula(before)} to ${formula(after)}` : 'Corrected'
    case 'commission.validated':
      return 'Validated: the client’s payment was received'
    case 'commission.paid':
      return note ? `Paid, reference ${note}` : 'Paid'
    case 'commission.reversed':
      return after ? `Taken back: ${formula(after)} (${note})` : 'Taken back'
    case 'commission.held':
      return `Held: ${note}`
    case 'commission.earned':
      return after ? `The client paid invoice ${note}: ${formula(after)}` : `The client paid invoice ${note}`
    case 'commission.remainder_changed':
      return before && after ? `${note}: still expected ${formula(after)}, ${formatEurosExact(before.amountCents)} before` : note
    case 'commission.released':
      return 'Released: nothing stands in the way of its payment any more'
  }
}

/** When it is paid, and why then. */
function whenPaid({
  kind,
  paidAt,
  payableBy,
  validatedAt,
  heldReason,
  clientPayment,
  awaitsClient,
  disputeState,
  amountCents,
  revenueCents,
  commissionRate,
}: Commission): string {
  if (paidAt) return `It was paid on ${shortDate(paidAt)}.`
  if (kind === 'clawback') {
    const isRest = commissionAmount(-revenueCents, commissionRate) !== -amountCents
    return `It is settled with the next payment.${isRest ? ' It takes the exact rest, to the cent.' : ''}`
  }
  if (disputeState && isUndecided(disputeState)) return 'It is contested, and not paid until that is decided.'
  if (heldReason !== null) return `It is held: ${heldReason}`
  if (payableBy && clientPayment) {
    return `It is payable by ${shortDate(payableBy)}: ${paymentDelayDays} days after the client’s payment.`
  }
  if (payableBy && validatedAt) {
    return `It is payable by ${shortDate(payableBy)}: ${paymentDelayDays} days after its validation on ${shortDate(validatedAt)}.`
  }
  if (awaitsClient) {
    return `Each payment of the client makes its part payable ${paymentDelayDays} days later; this is what is still expected.`
  }
  return `It becomes payable ${paymentDelayDays} days after its validation, which follows the client’s payment.`
}

const reached: readonly CommissionEvent['name'][] = ['commission.validated', 'commission.earned', 'commission.paid']
const toneOf = ({ name }: CommissionEvent) => (reached.includes(name) ? 'done' : undefined)

/** Names the client's payment or refund that a commission comes from; empty if it comes from none. */
function partOf({ kind, clientPayment }: Commission): string {
  if (!clientPayment) return ''
  const { reference, receivedOn } = clientPayment
  if (kind === 'clawback') return `It follows the refund ${reference} of ${dayText(receivedOn)}. `
  return `It is the part of the client’s invoice ${reference}, received on ${dayText(receivedOn)}. `
}

/** Explains a commission: calculation, tier, dates and history. Mounted only while open. */
export function WhyDialog({ commission, onClose }: { commission: Commission; onClose: () => void }) {
  const history = useQuery(commissionHistoryQuery(commission.id))
  const settings = useSettings()
  const me = useMe()
  const { lead, description, tierName } = commission
  const [covered, setCovered] = useState(false)
  return (
    <Dialog onClose={onClose} title="Why this amount" size="lg" closeOnEscape={!covered}>
      <Stack>
        <div>
          <SoftText mb={6}>{lead ? `${lead.name} — ${lead.company}` : description}</SoftText>
          <Text className="display figure" fz={{ base: 20, xs: 28 }} style={{ whiteSpace: 'normal' }}>
            {formula(commission)}
          </Text>
        </div>
        <Text fz="sm">
          {me.role === 'partner' ? 'Your' : 'The partner’s'} tier was {tierName} when the commission was created; later tiers do
          not change its rate. {partOf(commission)}
          {whenPaid(commission)}
        </Text>
        <div>
          <CommissionStatusCell commission={commission} />
        </div>
        {(commission.disputeState !== null || commission.can.contest) && (
          <section aria-label="Dispute">
            <DisputeSection about={{ commissionId: commission.id }} canContest={commission.can.contest} onCover={setCovered} />
          </section>
        )}
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
                    <SoftText fz="xs">
                      {longDate(event.at)} — {event.by ?? settings.providerName}
                    </SoftText>
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
