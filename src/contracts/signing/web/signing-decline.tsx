import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { declineForm } from '../api/signing.ts'
import { m } from '../messages/messages.ts'
import { declineContract } from './signing-data.ts'

interface DeclineDialogProps {
  readonly id: string
  readonly title: string
  readonly onClose: () => void
  readonly onDeclined: () => void
}

/** Declines with a reason that staff read; signing stays possible. */
export function DeclineDialog({ id, title, onClose, onDeclined }: DeclineDialogProps) {
  return (
    <ReasonDialog
      rule={declineForm.shape.reason}
      title={m.declineToSign()}
      text={m.declineText({ title })}
      action={m.confirmDecline()}
      draft={`refusal ${id}`}
      done={[m.declineRecorded(), m.declineRecordedText()]}
      onSend={(reason) => declineContract(id, reason)}
      onSent={onDeclined}
      onClose={onClose}
    />
  )
}
