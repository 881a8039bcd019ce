import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { revokeForm } from '../../api.ts'

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
      description="The partner and your staff are told it by e-mail, and it stays in the evidence."
      action="Revoke"
      danger
      draft={`revocation ${title} ${text}`}
      done={['Contract revoked', done]}
      onSend={onRevoke}
      onClose={onClose}
    />
  )
}
