import { Alert, Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { nameOf } from '#accounts/people/domain.ts'
import { formatEurosExact, percentText } from '#platform/domain/money.ts'
import { typeset } from '#platform/domain/typesetting.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { ClientPaymentPreview, LeadReceipts } from '../api/client-payments.ts'
import { m } from '../messages/messages.ts'
import { obstacleSentences } from './obstacle-texts.ts'

/** Whether a payment is recorded only by somebody who has seen what it makes. */
export const isAsked = ({ outcome, message }: ClientPaymentPreview): boolean => outcome === 'ready' && message !== null

/** What a payment will bring, in euros and for whom, before it is recorded. */
export function WhatItBrings({ preview, netCents }: { readonly preview: ClientPaymentPreview; readonly netCents: number }) {
  const { outcome, partner, commissionCents, ratePercent, payableBy, remainderCents } = preview
  const [message, note] = [preview.message, preview.note].map((sentence) => typeset(sentence ?? ''))
  if (outcome === 'refused') {
    return (
      <Alert color="yellow" role="status">
        {message}
      </Alert>
    )
  }
  const rate = ratePercent === null ? '' : `${formatEurosExact(netCents)} × ${percentText(ratePercent)}`
  const brought = { amount: formatEurosExact(commissionCents), name: nameOf(partner) }
  const expected = remainderCents > 0 ? m.expectedAfterwards({ amount: formatEurosExact(remainderCents) }) : m.nothingAfterwards()
  // A commission rule says which of the client's payments bring anything: what is left to pay promises none.
  const rest = ratePercent === null ? '' : expected
  const payable = payableBy ? m.payableByNote({ day: shortDate(payableBy) }) : ''
  return (
    <div aria-live="polite">
      {isAsked(preview) && (
        <Alert color="yellow" role="alert" mb="xs">
          {message} {m.checkAmount()}
        </Alert>
      )}
      <Text fw={600} className="figure" style={{ whiteSpace: 'normal' }}>
        {outcome === 'repeated' ? m.broughtBefore(brought) : m.brings(brought)}
      </Text>
      <SoftText className="figure" style={{ whiteSpace: 'normal' }}>
        {[rate, payable, rest].filter(Boolean).join(' · ')}
      </SoftText>
      {note && <SoftText>{note}</SoftText>}
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
          {m.byHandNext<ReactNode>({
            commissions: (parts) => (
              <Anchor
                key="commissions"
                component={Link}
                to={`${pagePaths.adminCommissions}?status=en_attente`}
                fz="sm"
                underline="always"
              >
                {parts}
              </Anchor>
            ),
            lead: (parts) => (
              <Anchor
                key="lead"
                component={Link}
                to={`${pagePaths.adminLeads}?lead=${leadId}&tab=payments`}
                fz="sm"
                underline="always"
              >
                {parts}
              </Anchor>
            ),
          })}
        </>
      )}
    </Alert>
  )
}
