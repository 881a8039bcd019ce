import { TextInput } from '@mantine/core'
import { clientLeftForm } from '#money/rules/api/rules.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { dayInputText } from '#platform/web/ui/dates.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../messages/messages.ts'
import { recordClientLeft } from './data.ts'

/** Dialog that records that a lead's client has left. Mounted only while open. */
export function ClientLeftDialog({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const today = dayInputText(new Date())
  const form = useDraftForm({
    shape: clientLeftForm,
    initial: { day: today, reason: '' },
    toRequestBody: (typed) => typed,
    draft: `client left ${leadId}`,
    errorTitle: m.missingFields(),
    send: async (input) => {
      await recordClientLeft(leadId, input)
      toastSuccess(m.clientLeftSaved(), m.clientLeftSavedText())
      onClose()
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  return (
    <FormDialog form={form} title={m.clientLeft()} action={m.clientLeft()} danger onClose={onClose}>
      <SoftText>{m.clientLeftLead()}</SoftText>
      <TextInput label={m.lastDay()} type="date" required max={today} {...form.text('day')} />
      <TextInput label={m.reason()} required maxLength={200} {...form.text('reason')} />
    </FormDialog>
  )
}
