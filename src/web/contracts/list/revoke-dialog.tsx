import { revokeForm } from '#api/contracts.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

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
      shape={revokeForm}
      title={title}
      text={text}
      description="The partner and your staff are told it by e-mail, and it stays in the evidence."
      action="Revoke"
      danger
      draft={`revocation ${title} ${text}`}
      done={['Contract revoked', done]}
      onSend={onRevoke}
      onSent={onClose}
      onClose={onClose}
    />
  )
}
