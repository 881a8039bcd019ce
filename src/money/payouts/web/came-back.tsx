import { Alert, Button } from '@mantine/core'
import { Link } from 'react-router'
import { nameOf } from '#accounts/people/domain.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import type { PayoutDetail } from '../api/payouts.ts'

/** Why the bank refused or returned the transfer, and what its partner, or staff, do next. */
export function CameBack({ payout }: { payout: PayoutDetail }) {
  const { people, partner, rejectReason, totalCents } = payout
  const reason = <strong lang="fr">{rejectReason}</strong>
  if (!people) {
    return (
      <Alert color="red" role="status">
        <p style={{ margin: '0 0 8px' }}>
          The bank has refused or returned this payment: {reason}. The {formatEurosExact(totalCents)} stay yours: check your bank
          details, and they are paid again.
        </p>
        <Button size="xs" component={Link} to={pagePaths.paymentInfo}>
          Check my bank details
        </Button>
      </Alert>
    )
  }
  return (
    <Alert color="red" role="status">
      The bank has refused or returned this payment: {reason}.{' '}
      {payout.accountRefused
        ? `${nameOf(partner)} has been asked to change the account: until then no file takes this payout.`
        : `${nameOf(partner)} has been told. It can be paid again, in a new file.`}
    </Alert>
  )
}
