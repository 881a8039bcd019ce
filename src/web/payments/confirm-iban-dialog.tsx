import { Modal, Text } from '@mantine/core'
import type { ConfirmedBy, Proof } from './identity-proof.tsx'
import { IdentityProof } from './identity-proof.tsx'

interface ConfirmIbanDialogProps {
  readonly by: ConfirmedBy
  readonly onClose: () => void
  /** Resubmits the form with the confirmation. */
  readonly onConfirm: (proof: Proof) => Promise<void>
}

/** Asks for password or second factor before replacing an IBAN. */
export function ConfirmIbanDialog({ by, onClose, onConfirm }: ConfirmIbanDialogProps) {
  return (
    <Modal opened onClose={onClose} title="Confirm the new IBAN" closeButtonProps={{ 'aria-label': 'Close dialog' }}>
      <IdentityProof by={by} action="Change IBAN" faultTitle="Error saving information" onClose={onClose} onConfirm={onConfirm}>
        <Text>Your commissions will be paid to another account. Please show that it is you.</Text>
      </IdentityProof>
    </Modal>
  )
}
