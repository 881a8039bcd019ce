import { TextInput } from '@mantine/core'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { profileForm } from '../api/account.ts'
import { changeProfile } from './account-data.ts'
import type { AccountDialogProps } from './dialog-props.ts'

export default function ProfileDialog({ me, onClose }: AccountDialogProps) {
  const form = useDraftForm({
    shape: profileForm,
    initial: { fullName: me.fullName, company: me.company },
    wire: (values) => values,
    draft: 'profile',
    faultTitle: 'Validation error',
    send: async (input) => {
      await changeProfile(input)
      toastSuccess('Profile saved')
      onClose()
    },
    onFailure: (error) => toastFailure('Error', error),
  })
  return (
    <FormDialog form={form} title="Profile" action="Save" cancel={null} onClose={onClose}>
      <TextInput label="Email" value={me.email} readOnly />
      <TextInput label="Full name" autoComplete="name" {...form.text('fullName')} />
      <TextInput label="Company" autoComplete="organization" {...form.text('company')} />
    </FormDialog>
  )
}
