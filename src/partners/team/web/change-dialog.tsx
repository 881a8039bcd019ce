import { partnerRoleLabels } from '#accounts/people/domain.ts'
import { useApiForm } from '#platform/web/app/forms/form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { colleagueChange, type TeamPerson } from '../api.ts'
import { m } from '../messages/messages.ts'
import { bankAccessQuestion, useNeededRight } from './bank-access.ts'
import { changeColleague } from './data.ts'
import { RoleFields } from './role-fields.tsx'

interface ChangeDialogProps {
  readonly person: TeamPerson
  /** Sends the change; one's own company's unless staff change another's. */
  readonly change?: typeof changeColleague
  /** Whether an owner of the company has come in. */
  readonly hasOwner?: boolean
  readonly onClose: () => void
}

/** Dialog that changes what a colleague is to the company. */
export function ChangeDialog({ person, change = changeColleague, hasOwner = true, onClose }: ChangeDialogProps) {
  const { id, fullName: name, role, seesAmounts, state } = person
  const { withProof, dialog } = useProofQuestion()
  const form = useApiForm({
    shape: colleagueChange,
    initial: { role, seesAmounts: role === 'member' && seesAmounts },
    toRequestBody: (values) => values,
    errorTitle: m.roleNotChanged,
    send: (input) =>
      withProof(bankAccessQuestion(m.changeRole(), m.roleNotChanged), async (proof) => {
        await change(id, { ...input, ...proof })
        toastSuccess(m.roleChanged(), m.roleIsNow({ name, role: partnerRoleLabels[input.role] }))
        onClose()
      }),
    onFailure: (error) => toastFailure(m.roleNotChanged(), error),
  })
  const needed = useNeededRight([form.values.role], hasOwner)
  return (
    <FormDialog
      form={form}
      title={m.roleOf({ name })}
      action={m.changeRole()}
      disabled={!form.dirty}
      above={dialog}
      onClose={onClose}
      {...(form.dirty ? needed : {})}
    >
      <RoleFields
        role={form.values.role}
        seesAmounts={form.values.seesAmounts}
        error={form.errors.role}
        onRole={(chosen) => form.set('role', chosen)}
        onSeesAmounts={(sees) => form.set('seesAmounts', sees)}
      />
      {state === 'active' && <SoftText>{m.appliesAtOnce({ name })}</SoftText>}
    </FormDialog>
  )
}
