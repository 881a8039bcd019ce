import { Modal, Text } from '@mantine/core'
import type { ConfirmedBy, Proof } from './identity-proof.tsx'
import { IdentityProof } from './identity-proof.tsx'

interface ConfirmIbanDialogProps {
  readonly by: ConfirmedBy
  /** False when only the account's holder or country changes. */
  readonly isNewIban: boolean
  readonly onClose: () => void
  /** Resubmits the form with the confirmation. */
  readonly onConfirm: (proof: Proof) => Promise<void>
}

/** Asks for password or second factor before replacing an IBAN, or an account's holder or country. */
export function ConfirmIbanDialog({ by, isNewIban, onClose, onConfirm }: ConfirmIbanDialogProps) {
  const [title, action, what] = isNewIban
    ? ['Confirm the new IBAN', 'Change IBAN', 'Your commissions will be paid to another account.']
    : ['Confirm the account holder', 'Change account holder', 'Holder or country of the account you are paid to will change.']
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': 'Close dialog' }}>
      <IdentityProof by={by} action={action} faultTitle="Error saving information" onClose={onClose} onConfirm={onConfirm}>
        <Text>{what} Please show that it is you.</Text>
      </IdentityProof>
    </Modal>
  )
}
