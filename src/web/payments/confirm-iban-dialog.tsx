import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { toastFailure } from '../app/toasts.ts'

export type ConfirmedBy = 'password' | 'code'

interface ConfirmIbanDialogProps {
  readonly by: ConfirmedBy
  readonly onClose: () => void
  /** Resubmits the form with the confirmation. */
  readonly onConfirm: (proof: { password: string } | { code: string }) => Promise<void>
}

/** Asks for password or second factor before replacing an IBAN. */
export function ConfirmIbanDialog({ by, onClose, onConfirm }: ConfirmIbanDialogProps) {
  const [entered, setEntered] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await onConfirm(by === 'code' ? { code: entered.trim() } : { password: entered })
    } catch (error) {
      toastFailure('Error saving information', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title="Confirm the new IBAN" closeButtonProps={{ 'aria-label': 'Close dialog' }}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          <Text>Your commissions will be paid to another account. Please show that it is you.</Text>
          {by === 'code' ? (
            <TextInput
              label="Code of your authenticator app"
              inputMode="numeric"
              autoComplete="one-time-code"
              data-autofocus
              value={entered}
              onChange={(event) => setEntered(event.currentTarget.value)}
            />
          ) : (
            <PasswordInput
              label="Your password"
              autoComplete="current-password"
              data-autofocus
              value={entered}
              visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
              onChange={(event) => setEntered(event.currentTarget.value)}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} disabled={entered.trim() === ''}>
              Change IBAN
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
