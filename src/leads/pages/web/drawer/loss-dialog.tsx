import { NativeSelect, Text } from '@mantine/core'
import { clientLine } from '#leads/domain/client-names.ts'
import { lossForm } from '#leads/leads/api/lead-loss.ts'
import type { Lead, ListedLead } from '#leads/leads/api/leads.ts'
import { type Loss, lostReasonLabels, lostReasons, maxLostNote } from '#leads/leads/domain/lost-leads.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { LongText } from '#platform/web/ui/fields/long-text.tsx'
import type { Said } from '#platform/web/ui/said.tsx'
import { m } from '../../messages/messages.ts'

interface LossDialogProps {
  /** With the reason that stands already, if there is one. */
  readonly lead: Pick<ListedLead, 'id' | 'name' | 'company'> & { readonly loss?: Lead['loss'] }
  readonly title: Said
  readonly action: Said
  readonly onSend: (loss: Loss) => Promise<unknown>
  readonly onClose: () => void
}

const choices = lostReasons.map((value) => ({ value, label: lostReasonLabels[value] }))

/** Asks why a lead was lost: one of the list, with a text if more is to be said. */
export function LossDialog({ lead, title, action, onSend, onClose }: LossDialogProps) {
  const form = useDraftForm({
    shape: lossForm,
    initial: { reason: lead.loss?.reason ?? '', note: lead.loss?.note ?? '' },
    toRequestBody: (values) => values,
    draft: `loss ${lead.id}`,
    labels: { reason: [m.reason(), (reason: Loss['reason'] | '') => reason && lostReasonLabels[reason]], note: m.comment() },
    errorTitle: m.specifiedValidationError,
    send: async (loss) => {
      await onSend(loss)
      onClose()
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  return (
    <FormDialog form={form} title={title} action={action} onClose={onClose}>
      <Text style={{ overflowWrap: 'anywhere' }}>{clientLine(lead)}</Text>
      <NativeSelect
        label={m.reason()}
        description={m.bothReadIt()}
        required
        data={[{ value: '', label: m.chooseReason() }, ...choices]}
        {...form.text('reason')}
      />
      <LongText label={m.comment()} minRows={2} maxRows={6} max={maxLostNote} {...form.text('note')} />
    </FormDialog>
  )
}
