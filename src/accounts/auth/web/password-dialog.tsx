import { PasswordInput } from '@mantine/core'
import type { AccountDialogProps } from '#accounts/people/web/dialog-props.ts'
import { useApiForm } from '#platform/web/app/forms/form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { passwordChangeForm } from '../api/account.ts'
import { m } from '../messages/messages.ts'
import { changePassword } from './account-data.ts'
import { NewPasswordField } from './password-field.tsx'

export default function PasswordDialog({ me, onClose }: AccountDialogProps) {
  const form = useApiForm({
    shape: passwordChangeForm,
    initial: { currentPassword: '', newPassword: '' },
    toRequestBody: (values) => values,
    errorTitle: m.specifiedValidationError,
    send: async (input) => {
      await changePassword(input)
      toastSuccess(m.passwordChangedToast(), m.otherSessionsEnded())
      onClose()
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  return (
    <FormDialog form={form} title={m.password()} action={m.changePassword()} cancel={null} onClose={onClose}>
      <PasswordInput
        label={m.currentPassword()}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': m.showPassword() }}
        {...form.text('currentPassword')}
      />
      <NewPasswordField label={m.newPassword()} {...form.text('newPassword')} />
      <SoftText>{m.staySignedIn()}</SoftText>
      {me.hasPasskey && <SoftText>{m.passkeysStay()}</SoftText>}
    </FormDialog>
  )
}
