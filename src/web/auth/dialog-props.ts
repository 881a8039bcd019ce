import type { Me } from '#api/auth.ts'

/** What every dialog of the account menu gets; it is mounted while it is open. */
export interface AccountDialogProps {
  readonly me: Me
  readonly onClose: () => void
}
