import { TextInput } from '@mantine/core'
import { missingAbilityMessages } from '#access/domain/ability-explanations.ts'
import { hasAbility } from '#access/web/rights.ts'
import type { AccountDialogProps } from '#accounts/people/web/dialog-props.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { profileForm } from '../api/account.ts'
import { m } from '../messages/messages.ts'
import { changeProfile } from './account-data.ts'

export default function ProfileDialog({ me, onClose }: AccountDialogProps) {
  const mayRename = hasAbility(me, 'company')
  const form = useDraftForm({
    shape: profileForm,
    initial: { fullName: me.fullName, company: me.company },
    toRequestBody: (values) => ({ ...values, expected: { fullName: me.fullName, company: me.company } }),
    draft: 'profile',
    labels: { fullName: m.fullName(), company: m.company() },
    errorTitle: m.validationError(),
    send: async (input) => {
      await changeProfile(input)
      toastSuccess(m.profileSaved())
      onClose()
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  return (
    <FormDialog form={form} title={m.profile()} action={m.save()} cancel={null} onClose={onClose}>
      <TextInput label={m.email()} value={me.email} readOnly />
      <TextInput label={m.fullName()} autoComplete="name" {...form.text('fullName')} />
      <TextInput
        label={m.company()}
        autoComplete="organization"
        {...form.text('company')}
        {...(mayRename ? {} : { readOnly: true, description: missingAbilityMessages.company })}
      />
    </FormDialog>
  )
}
