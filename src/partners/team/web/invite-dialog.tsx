import { TextInput } from '@mantine/core'
import type { PartnerRole } from '#platform/domain/actor.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { colleagueForm } from '../api.ts'
import { m } from '../messages/messages.ts'
import { inviteColleague } from './data.ts'
import { RoleFields } from './role-fields.tsx'

interface InviteDialogProps {
  readonly draft: string
  /** Sends the invitation; to one's own company unless staff invite to another. */
  readonly invite?: typeof inviteColleague
  readonly onClose: () => void
}

/** Dialog that invites a colleague. Mounted only while open. */
export function InviteDialog({ draft, invite = inviteColleague, onClose }: InviteDialogProps) {
  const form = useDraftForm({
    shape: colleagueForm,
    initial: { fullName: '', email: '', role: 'member' as PartnerRole, seesAmounts: false },
    wire: ({ seesAmounts, ...values }) => ({ ...values, seesAmounts: values.role === 'member' && seesAmounts }),
    draft,
    faultTitle: m.invitationNotSent,
    send: async (input) => {
      await invite(input)
      toastSuccess(m.invitationSent(), m.invitationSentTo({ email: input.email }))
      onClose()
    },
    onFailure: (error) => toastFailure(m.invitationNotSent(), error),
  })
  return (
    <FormDialog form={form} title={m.inviteColleague()} action={m.sendInvitation()} onClose={onClose}>
      <TextInput label={m.fullName()} required autoComplete="off" {...form.text('fullName')} />
      <TextInput label={m.email()} type="email" required autoComplete="off" {...form.text('email')} />
      <RoleFields
        role={form.values.role}
        seesAmounts={form.values.seesAmounts}
        error={form.faults.role}
        onRole={(role) => form.set('role', role)}
        onSeesAmounts={(seesAmounts) => form.set('seesAmounts', seesAmounts)}
      />
    </FormDialog>
  )
}
