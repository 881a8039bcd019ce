import { Select, TextInput } from '@mantine/core'
import { useRight } from '#access/web/rights.ts'
import { TemplateField } from '#contracts/templates/web/template-field.tsx'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { invitationForm } from '../api/partners.ts'
import { m } from '../messages/messages.ts'
import { invite } from './data.ts'
import { explanationOf, givenRole, type RoleChoice, roleChoices } from './role-choices.ts'
import { tellInvited } from './tell-invited.ts'

const words = {
  title: m.confirmInvitation(),
  text: m.confirmInvitationText(),
  action: m.sendInvitation(),
  errorTitle: m.invitationFailed,
}

/** Dialog that invites a partner or administrator. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const mayInviteStaff = useRight('team')
  const { withProof, dialog } = useProofQuestion()
  const form = useDraftForm({
    shape: invitationForm,
    initial: { fullName: '', email: '', company: '', role: 'partner' as RoleChoice, templateId: null as string | null },
    toRequestBody: ({ role, company, templateId, ...values }) => ({
      ...values,
      ...givenRole(role),
      ...(role === 'partner' ? { company, ...(templateId ? { templateId } : {}) } : {}),
    }),
    draft: 'invitation',
    errorTitle: m.specifiedMissingFields,
    send: (input) =>
      withProof(words, async (proof) => {
        const { id } = await invite({ ...input, ...proof })
        const [title, text] = [m.partnerInvited, m.invitationSentTo({ email: input.email })]
        await tellInvited({ title, titleWithoutMail: title, text, personId: id })
        onClose()
      }),
    onFailure: (error) => toastFailure(m.invitationFailed, error),
  })
  const isPartner = form.values.role === 'partner'
  return (
    <FormDialog form={form} title={m.inviteNewPartner} action={m.sendInvitation()} above={dialog} onClose={onClose}>
      <TextInput label={m.fullName()} required {...form.text('fullName')} />
      <TextInput label={m.email()} type="email" required {...form.text('email')} />
      {isPartner && <TextInput label={m.company()} {...form.text('company')} />}
      <Select
        label={m.role()}
        data={mayInviteStaff ? roleChoices : roleChoices.slice(0, 1)}
        description={mayInviteStaff ? explanationOf(form.values.role) : undefined}
        inputWrapperOrder={['label', 'input', 'description']}
        value={form.values.role}
        onChange={(value) => value && form.set('role', value)}
        allowDeselect={false}
      />
      {isPartner && (
        <TemplateField
          name="templateId"
          value={form.values.templateId}
          error={form.errors.templateId}
          onChange={(templateId) => form.set('templateId', templateId)}
        />
      )}
    </FormDialog>
  )
}
