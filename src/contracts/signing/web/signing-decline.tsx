import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { declineForm } from '../api/signing.ts'
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
      lang="fr"
      title="Refuser de signer"
      text={`Vous refusez de signer « ${title} ». La raison est transmise à votre interlocuteur ; vous pourrez encore signer.`}
      action="Confirmer le refus"
      draft={`refusal ${id}`}
      done={['Refus enregistré', 'Votre interlocuteur en lit la raison. Vous pouvez encore signer plus tard.']}
      onSend={(reason) => declineContract(id, reason)}
      onSent={onDeclined}
      onClose={onClose}
    />
  )
}
