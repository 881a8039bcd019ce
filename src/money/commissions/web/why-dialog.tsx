import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAbility } from '#access/web/rights.ts'
import { clientLine } from '#leads/domain/client-names.ts'
import { obstacleText } from '#money/coming/domain/obstacle-text.ts'
import { isUndecided } from '#money/disputes/domain.ts'
import { DisputeSection } from '#money/disputes/web/dispute-section.tsx'
import { paymentDelayDays } from '#money/rules/domain/calendar.ts'
import { formatEurosExact, percentOf, percentText } from '#platform/domain/money.ts'
import { useMe, useSettings } from '#platform/web/app/session/session.ts'
import { dayText, longDate, shortDate } from '#platform/web/ui/dates.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { Timeline, TimelineEvent } from '#platform/web/ui/page/timeline.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Commission, CommissionEvent } from '../api/commissions.ts'
import { m } from '../messages/messages.ts'
import { CommissionStatusCell } from './commission-status.tsx'
import { commissionHistoryQuery } from './data.ts'

type EventAmounts = NonNullable<CommissionEvent['after']>

const product = (money: EventAmounts) =>
  `${formatEurosExact(money.revenueCents)} × ${percentText(money.commissionRate)} = ${formatEurosExact(money.amountCents)}`

/** What an event says of the amounts; of a commission that a rule made, the amount alone. */
function sentenceOf({ name, before, after, note }: CommissionEvent, isByRule: boolean): string {
  const formula = isByRule ? ({ amountCents }: EventAmounts) => formatEurosExact(amountCents) : product
  switch (name) {
    case 'commission.created':
      return after ? m.createdWith({ after: formula(after) }) : m.created()
    case 'commission.corrected':
      return before && after ? m.correctedFromTo({ before: formula(before), after: formula(after) }) : m.corrected()
    case 'commission.validated':
      return m.validatedOnReceipt()
    case 'commission.paid':
      return note ? m.paidWithReference({ note }) : m.paid()
    case 'commission.reversed':
      return after ? m.takenBackWith({ after: formula(after), note }) : m.takenBack()
    case 'commission.held':
      return m.heldBecause({ note })
    case 'commission.earned':
      return after ? m.clientPaidInvoiceWith({ note, after: formula(after) }) : m.clientPaidInvoice({ note })
    case 'commission.remainder_changed':
      return before && after
        ? m.stillExpected({ note, after: formula(after), amountCents: formatEurosExact(before.amountCents) })
        : note
    case 'commission.released':
      return m.releasedEvent()
  }
}

/** When it is paid, and why then. */
function whenPaid(commission: Commission, provider: string): string {
  const { kind, paidAt, payableBy, validatedAt, heldReason, clientPayment, awaitsClient, disputeState, rule } = commission
  const { amountCents, revenueCents, commissionRate, obstacle, payout } = commission
  if (paidAt) return m.wasPaidOn({ paidAt: shortDate(paidAt) })
  if (obstacle) {
    const text = obstacleText(obstacle, { provider, day: shortDate, moment: longDate })
    return payableBy ? m.payableByBecause({ payableBy: shortDate(payableBy), text }) : m.noDayBecause({ text })
  }
  if (kind === 'clawback' && rule?.arithmetic) return m.settledNext()
  if (kind === 'clawback') {
    const isRest = percentOf(-revenueCents, commissionRate) !== -amountCents
    return isRest ? m.settledNextRest() : m.settledNext()
  }
  if (disputeState && isUndecided(disputeState)) return m.isContested()
  if (heldReason !== null) return m.isHeld({ heldReason })
  if (payout) {
    const { reference } = payout
    return payableBy ? m.payableInPayout({ reference, payableBy: shortDate(payableBy) }) : m.paidInPayout({ reference })
  }
  if (payableBy && clientPayment) {
    return m.payableAfterPayment({ payableBy: shortDate(payableBy), paymentDelayDays })
  }
  if (payableBy && validatedAt) {
    return m.payableAfterValidation({ payableBy: shortDate(payableBy), paymentDelayDays, validatedAt: shortDate(validatedAt) })
  }
  if (awaitsClient) {
    return m.payableInParts({ paymentDelayDays })
  }
  return m.payableOnceValidated({ paymentDelayDays })
}

const reached: readonly CommissionEvent['name'][] = ['commission.validated', 'commission.earned', 'commission.paid']
const toneOf = ({ name }: CommissionEvent) => (reached.includes(name) ? 'done' : undefined)

/** Names the client's payment or refund that a commission comes from; empty if it comes from none. */
function partOf({ kind, clientPayment }: Commission): string {
  if (!clientPayment) return ''
  const { reference, receivedOn } = clientPayment
  if (kind === 'clawback') return m.followsRefund({ reference, day: dayText(receivedOn) })
  return m.partOfInvoice({ reference, day: dayText(receivedOn) })
}

/** Explains a commission: calculation, tier, dates and history. */
export function WhyDialog({ commission, onClose }: { commission: Commission; onClose: () => void }) {
  const history = useQuery(commissionHistoryQuery(commission.id))
  const settings = useSettings()
  const me = useMe()
  const seesDisputes = useAbility('money')
  const { lead, description, tierName, rule } = commission
  const arithmetic = rule?.arithmetic ?? null
  const [covered, setCovered] = useState(false)
  const tierThen = me.role === 'partner' ? m.ownTierThen({ tierName }) : m.partnerTierThen({ tierName })
  return (
    <Dialog onClose={onClose} title={m.whyThisAmount()} size="lg" closeOnEscape={!covered}>
      <Stack>
        <div>
          <SoftText mb={6}>{lead ? clientLine(lead) : description}</SoftText>
          <Text className="display figure" fz={{ base: 20, xs: 28 }} style={{ whiteSpace: 'normal' }}>
            {arithmetic === null ? product(commission) : formatEurosExact(commission.amountCents)}
          </Text>
        </div>
        {rule && <Text fz="sm">{arithmetic === null ? `${rule.name}.` : m.madeByRule({ rule: rule.name, arithmetic })}</Text>}
        <Text fz="sm">
          {[tierName && tierThen, partOf(commission), whenPaid(commission, settings.providerName)].filter(Boolean).join(' ')}
        </Text>
        <div>
          <CommissionStatusCell commission={commission} />
        </div>
        {seesDisputes && (commission.disputeState !== null || commission.can.contest) && (
          <section aria-label={m.dispute()}>
            <DisputeSection about={{ commissionId: commission.id }} canContest={commission.can.contest} onCover={setCovered} />
          </section>
        )}
        <section aria-label={m.history()}>
          <Title order={3} fz={16} mb="xs">
            {m.history()}
          </Title>
          <QueryBoundary query={history} rows={2}>
            {({ events }) => (
              <Timeline label={m.history()}>
                {events.map((event) => (
                  <TimelineEvent key={event.id} tone={toneOf(event)}>
                    <Text fz="sm">{sentenceOf(event, arithmetic !== null)}</Text>
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
