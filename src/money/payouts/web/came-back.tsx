import { Alert, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { nameOf } from '#accounts/people/domain.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { mailNote } from '#platform/web/app/session/mail-note.tsx'
import type { PayoutDetail } from '../api/payouts.ts'
import { m } from '../messages/messages.ts'

/** Why the bank refused or returned the transfer, and what its partner, or staff, do next. */
export function CameBack({ payout }: { payout: PayoutDetail }) {
  const { people, partner, rejectReason, totalCents } = payout
  const cameBack = m.cameBack({
    reason: rejectReason ?? '',
    b: (parts: ReactNode[]) => <strong key="reason">{parts}</strong>,
  })
  if (!people) {
    return (
      <Alert color="red" role="status">
        <p style={{ margin: '0 0 8px' }}>
          {cameBack} {m.sumStaysYours({ amount: formatEurosExact(totalCents) })}
        </p>
        <Button size="xs" component={Link} to={pagePaths.paymentInfo}>
          {m.checkMyBankDetails()}
        </Button>
      </Alert>
    )
  }
  return (
    <Alert color="red" role="status">
      {cameBack}{' '}
      {payout.accountRefused
        ? m.accountChangeRequested({ partner: nameOf(partner) })
        : (mailNote() ?? m.partnerWasTold({ partner: nameOf(partner) }))}
    </Alert>
  )
}
