import { TextInput } from '@mantine/core'
import { useApiForm } from '#platform/web/app/forms/form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { colleaguesForm, type Team } from '../api.ts'
import { m } from '../messages/messages.ts'

interface ColleaguesDialogProps {
  readonly team: Team
  readonly allow: (colleagues: number | null) => Promise<unknown>
  readonly onClose: () => void
}

/** Dialog for the number of colleagues that one partner may have. */
export function ColleaguesDialog({ team: { ownColleagues }, allow, onClose }: ColleaguesDialogProps) {
  const form = useApiForm({
    shape: colleaguesForm,
    initial: { colleagues: ownColleagues === null ? '' : String(ownColleagues) },
    toRequestBody: ({ colleagues }) => ({ colleagues: colleagues.trim() === '' ? null : Number(colleagues) }),
    errorTitle: m.numberNotChanged,
    send: async ({ colleagues }) => {
      await allow(colleagues)
      toastSuccess(m.numberChanged())
      onClose()
    },
    onFailure: (error) => toastFailure(m.numberNotChanged(), error),
  })
  return (
    <FormDialog form={form} title={m.colleaguesAllowed()} action={m.save()} disabled={!form.dirty} onClose={onClose}>
      <TextInput
        label={m.colleaguesBeside()}
        description={m.colleaguesEmpty()}
        inputMode="numeric"
        {...form.text('colleagues')}
      />
    </FormDialog>
  )
}
