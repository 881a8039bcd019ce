import { Button, PasswordInput, Stack, Text } from '@mantine/core'
import { passwordChangeForm } from '../api/account.ts'
import { useApiForm } from '#platform/web/app/form.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts.ts'
import { NewPasswordField } from './password-field.tsx'
import { changePassword } from './account-data.ts'
import type { AccountDialogProps } from './dialog-props.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'

export default function PasswordDialog({ onClose }: AccountDialogProps) {
  const form = useApiForm({
    shape: passwordChangeForm,
    initial: { currentPassword: '', newPassword: '' },
    wire: (values) => values,
    faultTitle: 'Erreur de validation',
    send: async (input) => {
      await changePassword(input)
      toastSuccess('Password changed', 'Your other sessions were ended.')
      onClose()
    },
    onFailure: (error) => toastFailure('Error', error),
  })
  return (
    <Dialog onClose={form.leaving(onClose)} filled={form.filled} title="Password">
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
            {...form.text('currentPassword')}
          />
          <NewPasswordField label="New password" {...form.text('newPassword')} />
          <Text fz="sm" c="var(--ink-soft)">
            You stay signed in here; every other session ends.
          </Text>
          <Button type="submit" loading={form.busy}>
            Change password
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}
