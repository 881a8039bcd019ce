import type { Me } from '#access/api/session.ts'

/** Props of all dialogs in the account menu, which are mounted only while open. */
export interface AccountDialogProps {
  readonly me: Me
  readonly onClose: () => void
}
