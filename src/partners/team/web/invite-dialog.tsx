import { TextInput } from '@mantine/core'
import type { PartnerRole } from '#access/domain/actor.ts'
import { tellInvited } from '#partners/partners/web/tell-invited.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { colleagueForm } from '../api.ts'
import { m } from '../messages/messages.ts'
import { bankAccessQuestion, useNeededRight } from './bank-access.ts'
import { inviteColleague } from './data.ts'
import { RoleFields } from './role-fields.tsx'

interface InviteDialogProps {
  readonly draft: string
  /** Sends the invitation; to one's own company unless staff invite to another. */
  readonly invite?: typeof inviteColleague
  /** Whether an owner of the company has come in. */
  readonly hasOwner?: boolean
  readonly onClose: () => void
}

/** Dialog that invites a colleague. */
export function InviteDialog({ draft, invite = inviteColleague, hasOwner = true, onClose }: InviteDialogProps) {
  const { withProof, dialog } = useProofQuestion()
  const form = useDraftForm({
    shape: colleagueForm,
    initial: { fullName: '', email: '', role: 'member' as PartnerRole, seesAmounts: false },
    toRequestBody: ({ seesAmounts, ...values }) => ({ ...values, seesAmounts: values.role === 'member' && seesAmounts }),
    draft,
    errorTitle: m.invitationNotSent,
    send: (input) =>
      withProof(bankAccessQuestion(m.sendInvitation(), m.invitationNotSent), async (proof) => {
        const { people } = await invite({ ...input, ...proof })
        const personId = people.find(({ email }) => email === input.email.toLowerCase())?.id
        await tellInvited({ title: m.invitationSent(), text: m.invitationSentTo({ email: input.email }), personId })
        onClose()
      }),
    onFailure: (error) => toastFailure(m.invitationNotSent(), error),
  })
  const needed = useNeededRight([form.values.role], hasOwner)
  return (
    <FormDialog form={form} title={m.inviteColleague()} action={m.sendInvitation()} above={dialog} onClose={onClose} {...needed}>
      <TextInput label={m.fullName()} required autoComplete="off" {...form.text('fullName')} />
      <TextInput label={m.email()} type="email" required autoComplete="off" {...form.text('email')} />
      <RoleFields
        role={form.values.role}
        seesAmounts={form.values.seesAmounts}
        error={form.errors.role}
        onRole={(role) => form.set('role', role)}
        onSeesAmounts={(seesAmounts) => form.set('seesAmounts', seesAmounts)}
      />
    </FormDialog>
  )
}
