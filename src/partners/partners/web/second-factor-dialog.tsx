import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { type PersonRow, secondFactorResetForm } from '../api/partners.ts'
import { m } from '../messages/messages.ts'
import { resetSecondFactor } from './data.ts'

/** Switches off the second factor that somebody has lost. */
export function SecondFactorDialog({ person, onClose }: { readonly person: PersonRow; readonly onClose: () => void }) {
  const { id, fullName } = person
  return (
    <ReasonDialog
      rule={secondFactorResetForm.shape.reason}
      title={m.resetTwoFactor()}
      text={m.secondFactorText({ fullName })}
      description={m.secondFactorNote()}
      action={m.resetTwoFactor()}
      danger
      draft={`second factor ${id}`}
      done={[m.twoFactorReset(), m.canSetUpAnew({ fullName })]}
      onSend={(reason) => resetSecondFactor(id, reason)}
      onClose={onClose}
    />
  )
}
