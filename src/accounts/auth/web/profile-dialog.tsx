import { Button, Stack, TextInput } from '@mantine/core'
import { profileForm } from '../api/account.ts'
import { useDraftForm } from '#platform/web/app/draft-form.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts.ts'
import { changeProfile } from './account-data.ts'
import type { AccountDialogProps } from './dialog-props.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'

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
    <Dialog onClose={form.leaving(onClose)} filled={form.filled} title="Profile">
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <TextInput label="Email" value={me.email} readOnly />
          <TextInput label="Full name" autoComplete="name" data-autofocus {...form.text('fullName')} />
          <TextInput label="Company" autoComplete="organization" {...form.text('company')} />
          <Button type="submit" loading={form.busy}>
            Save
          </Button>
        </Stack>
      </form>
    </Dialog>
  )
}
