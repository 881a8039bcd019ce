import { formatEurosExact } from '#platform/domain/money.ts'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { reason } from '../api/payout-runs.ts'
import type { Payout } from '../api/payouts.ts'
import { m } from '../messages/messages.ts'
import { cancelPayout, rejectPayout } from './data.ts'

const steps = {
  cancel: {
    title: m.cancelPayout(),
    text: (about: string) => m.cancelQuestion({ about }),
    keep: m.keepIt(),
    send: cancelPayout,
    done: m.payoutCancelled(),
  },
  reject: {
    title: m.returnedByBank(),
    text: (about: string) => m.returnedQuestion({ about }),
    keep: m.cancel(),
    send: rejectPayout,
    done: m.markedAsReturned(),
  },
} as const

interface StepDialogProps {
  readonly step: keyof typeof steps
  readonly payout: Payout
  readonly onClose: () => void
}

/** A step back of a payout, of which the partner reads why. */
export function StepDialog({ step, payout, onClose }: StepDialogProps) {
  const about = m.payoutOf({ reference: payout.reference, amount: formatEurosExact(payout.totalCents) })
  const { title, text, keep, send, done } = steps[step]
  return (
    <ReasonDialog
      rule={reason}
      title={title}
      text={text(about)}
      description={m.partnerReadsIt()}
      max={500}
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
