import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { type PersonRow, secondFactorResetForm } from '../api/partners.ts'
import { resetSecondFactor } from './data.ts'

/** Switches off the second factor that somebody has lost. */
export function SecondFactorDialog({ person, onClose }: { readonly person: PersonRow; readonly onClose: () => void }) {
  const { id, fullName } = person
  return (
    <ReasonDialog
      rule={secondFactorResetForm.shape.reason}
      title="Reset two-factor"
      text={
        `${fullName} will sign in with the password alone and is signed out everywhere. Be sure that it is they who ask, by ` +
        'telephone for example. For 24 hours their bank details cannot be changed.'
      }
      description="They are told it by e-mail, and it stays in the history."
      action="Reset two-factor"
      danger
      draft={`second factor ${id}`}
      done={['Two-factor reset', `${fullName} signs in with the password and can set it up anew`]}
      onSend={(reason) => resetSecondFactor(id, reason)}
      onClose={onClose}
    />
  )
}
