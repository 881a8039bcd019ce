import { Select, Text, TextInput } from '@mantine/core'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { mailNote } from '#platform/web/app/session/mail-note.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { dayInputText } from '#platform/web/ui/dates.ts'
import { LongText } from '#platform/web/ui/fields/long-text.tsx'
import { type IssuedDocument, platformStatusForm } from '../api.ts'
import { isVoiding, type PlatformStatus, platformStatuses, platformStatusLabels } from '../domain/platform-status.ts'
import { m } from '../messages/messages.ts'
import { recordPlatformStatus } from './data.ts'

const options = platformStatuses.map((value) => ({ value, label: platformStatusLabels[value] }))

interface PlatformStatusDialogProps {
  readonly document: IssuedDocument
  readonly onClose: () => void
}

/** Asks what the platform says of a document. */
export default function PlatformStatusDialog({ document, onClose }: PlatformStatusDialogProps) {
  const { id, kind, number } = document
  const today = dayInputText(new Date())
  const form = useDraftForm({
    shape: platformStatusForm,
    initial: { status: (document.platformStatus ? 'paid' : 'deposited') as PlatformStatus, on: today, reason: '' },
    toRequestBody: ({ reason, ...typed }) => ({ ...typed, reason: isVoiding(typed.status) ? reason : '' }),
    draft: `platform status ${id}`,
    errorTitle: m.missingFields(),
    send: async (input) => {
      const invoice = await recordPlatformStatus(id, input)
      toastSuccess(
        m.numberWithStatus({ number, status: platformStatusLabels[input.status].toLowerCase() }),
        invoice.isVoid ? m.newInvoiceFollows() : undefined,
      )
      onClose()
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  const ends = isVoiding(form.values.status)
  return (
    <FormDialog
      form={form}
      title={m.whatPlatformSays({ number })}
      action={ends && kind === 'invoice' ? m.voidNumber({ number }) : m.record()}
      danger={ends}
      onClose={onClose}
    >
      <Select
        label={m.status()}
        data-field="status"
        allowDeselect={false}
        data={options}
        value={form.values.status}
        error={form.errors.status}
        onChange={(status) => status && form.set('status', status)}
      />
      <TextInput label={m.on()} type="date" required max={today} {...form.text('on')} />
      {form.values.status === 'not_transmitted' && (
        <Text fz="sm" role="status">
          {mailNote() ?? m.copyGoesToPartner()}
        </Text>
      )}
      {ends && (
        <>
          <LongText label={m.reason()} description={m.reasonHint()} required minRows={2} max={500} {...form.text('reason')} />
          <Text fz="sm" role="status">
            {kind === 'invoice' ? m.becomesVoid({ number }) : m.creditNoteStays()}
          </Text>
        </>
      )}
    </FormDialog>
  )
}
