import { Alert, Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { nameOf } from '#accounts/people/domain.ts'
import { formatEurosExact, percentText } from '#platform/domain/money.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { ClientPaymentPreview, LeadReceipts } from '../api/client-payments.ts'
import { obstacleSentences } from './obstacle-texts.ts'

/** What a payment will bring, in euros and for whom, before it is recorded. */
export function WhatItBrings({ preview, netCents }: { readonly preview: ClientPaymentPreview; readonly netCents: number }) {
  const { outcome, message, partner, commissionCents, ratePercent, payableBy, aboveCents, remainderCents } = preview
  if (outcome === 'refused') {
    return (
      <Alert color="yellow" role="status">
        {message}
      </Alert>
    )
  }
  const rate = ratePercent === null ? '' : `${formatEurosExact(netCents)} × ${percentText(ratePercent)}`
  const rest =
    remainderCents > 0 ? `${formatEurosExact(remainderCents)} still expected afterwards` : 'nothing is expected afterwards'
  const payable = payableBy ? `payable by ${shortDate(payableBy)}` : ''
  return (
    <div aria-live="polite">
      <Text fw={600} className="figure">
        {outcome === 'repeated' ? 'Recorded before: brought' : 'Brings'} {formatEurosExact(commissionCents)} for {nameOf(partner)}
      </Text>
      <SoftText className="figure">{[rate, payable, rest].filter(Boolean).join(' · ')}</SoftText>
      {aboveCents > 0 && (
        <Alert color="yellow" role="alert" mt="xs">
          {message} Check the amount; it is recorded only when you confirm it.
        </Alert>
      )}
    </div>
  )
}

/** Why no payment can be recorded for the lead, and where its commission is decided instead. */
export function NoPayment({
  leadId,
  obstacle,
}: {
  readonly leadId: string
  readonly obstacle: NonNullable<LeadReceipts['obstacle']>
}) {
  return (
    <Alert color="yellow" role="status">
      {obstacleSentences[obstacle]}
      {obstacle === 'by_hand' && (
        <>
          {' '}
          <Anchor component={Link} to={`${pagePaths.adminCommissions}?status=en_attente`} fz="sm" underline="always">
            Validate it under Commissions
          </Anchor>
          , or{' '}
          <Anchor component={Link} to={`${pagePaths.adminLeads}?lead=${leadId}&tab=payments`} fz="sm" underline="always">
            let client payments make it due
          </Anchor>
          , on the lead.
        </>
      )}
    </Alert>
  )
}
