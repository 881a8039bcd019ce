import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { mailNote } from '#platform/web/app/session/mail-note.tsx'
import { revokeForm } from '../../api/contracts.ts'
import { m } from '../../messages/messages.ts'

interface RevokeDialogProps {
  readonly title: string
  /** Explanation of the consequences. */
  readonly text: string
  readonly done: string
  readonly onRevoke: (reason: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Revokes a signature with a reason sent to both sides. */
export function RevokeDialog({ title, text, done, onRevoke, onClose }: RevokeDialogProps) {
  return (
    <ReasonDialog
      rule={revokeForm.shape.reason}
      title={title}
      text={text}
      description={mailNote() ?? m.revocationNote()}
      action={m.revoke()}
      danger
      draft={`revocation ${title} ${text}`}
      done={[m.contractRevoked(), done]}
      onSend={onRevoke}
      onClose={onClose}
    />
  )
}
