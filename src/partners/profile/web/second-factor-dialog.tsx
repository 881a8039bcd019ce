import { secondFactorResetForm } from '#partners/partners/api/partners.ts'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { mailNote } from '#platform/web/app/session/mail-note.tsx'
import { m } from '../messages/messages.ts'

interface SecondFactorDialogProps {
  readonly person: { readonly id: string; readonly fullName: string }
  /** The person reaches bank details, which wait a day then: staff have none. */
  readonly hasBankDetails: boolean
  readonly reset: (reason: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Switches off the second factor that somebody has lost. */
export function SecondFactorDialog({ person, hasBankDetails, reset, onClose }: SecondFactorDialogProps) {
  const { id, fullName } = person
  return (
    <ReasonDialog
      rule={secondFactorResetForm.shape.reason}
      title={m.resetTwoFactor()}
      text={m.secondFactorText({ fullName, hasBankDetails: hasBankDetails ? 'yes' : 'no' })}
      description={mailNote() ?? m.secondFactorNote()}
      action={m.resetTwoFactor()}
      danger
      draft={`second factor ${id}`}
      done={[m.twoFactorReset(), m.canSetUpAnew({ fullName })]}
      onSend={reset}
      onClose={onClose}
    />
  )
}
