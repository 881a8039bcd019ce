import { Select, TextInput } from '@mantine/core'
import { TemplateField } from '#contracts/templates/web/template-field.tsx'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { useRight } from '#platform/web/app/session/rights.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { invitationForm } from '../api/partners.ts'
import { invite } from './data.ts'
import { explanationOf, givenRole, type RoleChoice, roleChoices } from './role-choices.ts'

const words = {
  title: 'Confirm the invitation',
  text: 'Whoever accepts it belongs to the staff, who see the data of all partners.',
  action: 'Send invitation',
  faultTitle: 'Invitation failed',
}

/** Dialog that invites a partner or administrator. Mounted only while open. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const mayInviteStaff = useRight('team')
  const { withProof, dialog } = useProofQuestion()
  const form = useDraftForm({
    shape: invitationForm,
    initial: { fullName: '', email: '', company: '', role: 'partner' as RoleChoice, templateId: null as string | null },
    wire: ({ role, company, templateId, ...values }) => ({
      ...values,
      ...givenRole(role),
      ...(role === 'partner' ? { company, ...(templateId ? { templateId } : {}) } : {}),
    }),
    draft: 'invitation',
    faultTitle: 'Missing fields',
    send: (input) =>
      withProof(words, async (proof) => {
        await invite({ ...input, ...proof })
        toastSuccess('Partner invited', `The invitation was sent to ${input.email}`)
        onClose()
      }),
    onFailure: (error) => toastFailure('Invitation failed', error),
  })
  const isPartner = form.values.role === 'partner'
  return (
    <FormDialog form={form} title="Invite New Partner" action="Send invitation" above={dialog} onClose={onClose}>
      <TextInput label="Full name" required {...form.text('fullName')} />
      <TextInput label="Email" type="email" required {...form.text('email')} />
      {isPartner && <TextInput label="Company" {...form.text('company')} />}
      <Select
        label="Role"
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
          error={form.faults.templateId}
          onChange={(templateId) => form.set('templateId', templateId)}
        />
      )}
    </FormDialog>
  )
}
