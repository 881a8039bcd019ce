import { formatEurosExact } from '#platform/domain/money.ts'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { reason } from '../api/payout-runs.ts'
import type { Payout } from '../api/payouts.ts'
import { cancelPayout, rejectPayout } from './data.ts'

const steps = {
  cancel: {
    title: 'Cancel payout',
    text: (about: string) =>
      `Cancel ${about}? Its commissions can be in the next run; the statement stays, and its number is not used again.`,
    keep: 'Keep it',
    send: cancelPayout,
    done: 'Payout cancelled',
  },
  reject: {
    title: 'Returned by the bank',
    text: (about: string) => `The bank refused or returned ${about}? It waits until you let it be paid again or cancel it.`,
    keep: 'Cancel',
    send: rejectPayout,
    done: 'Payout marked as returned',
  },
} as const

interface StepDialogProps {
  readonly step: keyof typeof steps
  readonly payout: Payout
  readonly onClose: () => void
}

/** A step back of a payout, of which the partner reads why. Mounted only while open. */
export function StepDialog({ step, payout, onClose }: StepDialogProps) {
  const about = `${payout.reference} of ${formatEurosExact(payout.totalCents)}`
  const { title, text, keep, send, done } = steps[step]
  return (
    <ReasonDialog
      rule={reason}
      title={title}
      text={text(about)}
      description="The partner reads it"
      maxLength={500}
      action={title}
      cancel={keep}
      danger
      draft={`${step} of payout ${payout.id}`}
      done={[done, about]}
      onSend={(why) => send(payout.id, why)}
      onClose={onClose}
    />
  )
}
