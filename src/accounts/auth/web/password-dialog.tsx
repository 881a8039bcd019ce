import { PasswordInput } from '@mantine/core'
import { useApiForm } from '#platform/web/app/forms/form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { passwordChangeForm } from '../api/account.ts'
import { changePassword } from './account-data.ts'
import type { AccountDialogProps } from './dialog-props.ts'
import { NewPasswordField } from './password-field.tsx'

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
    <FormDialog form={form} title="Password" action="Change password" cancel={null} onClose={onClose}>
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        {...form.text('currentPassword')}
      />
      <NewPasswordField label="New password" {...form.text('newPassword')} />
      <SoftText>You stay signed in here; every other session ends.</SoftText>
    </FormDialog>
  )
}
