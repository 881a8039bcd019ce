import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import { useActionForm } from '#platform/web/app/forms/action-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import type { PersonRow } from '../api/partners.ts'
import { m } from '../messages/messages.ts'
import { changeRole } from './data.ts'
import { choiceLabel, choiceOf, explanationOf, givenRole, roleChoices } from './role-choices.ts'

const words = {
  title: m.confirmRole(),
  text: m.confirmRoleText(),
  action: m.updateRole(),
  errorTitle: m.error(),
}

/** Dialog that changes a person's role. Mounted only while open. */
export function RoleDialog({ person, onClose }: { person: PersonRow; onClose: () => void }) {
  const [role, setRole] = useState(choiceOf(person))
  const { withProof, dialog } = useProofQuestion()
  const form = useActionForm({
    dirty: role !== choiceOf(person),
    send: () =>
      withProof(words, async (proof) => {
        await changeRole(person.id, { ...givenRole(role), ...proof })
        toastSuccess(m.roleUpdated, m.roleIsNow({ fullName: person.fullName, role: choiceLabel(role).toLowerCase() }))
        onClose()
      }),
  })
  return (
    <FormDialog
      form={form}
      title={m.roleOf({ fullName: person.fullName })}
      action={m.updateRole}
      disabled={!form.dirty}
      above={dialog}
      onClose={onClose}
    >
      <Select
        label={m.role()}
        data={roleChoices}
        description={explanationOf(role)}
        inputWrapperOrder={['label', 'input', 'description']}
        value={role}
        onChange={(value) => value && setRole(value)}
        allowDeselect={false}
      />
      {person.roleByProvider && <Text>{m.roleByProviderText()}</Text>}
    </FormDialog>
  )
}
