import { TextInput } from '@mantine/core'
import { formatEurosExact } from '#platform/domain/money.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { remainderForm } from '../api/client-payments.ts'
import { closeRemainder } from './data.ts'

interface CloseDialogProps {
  readonly leadId: string
  readonly remainder: { readonly revenueCents: number; readonly amountCents: number }
  readonly onClose: () => void
}

/** Dialog that gives up what a client will not pay any more. Mounted only while open. */
export function CloseDialog({ leadId, remainder: { revenueCents, amountCents }, onClose }: CloseDialogProps) {
  const form = useDraftForm({
    shape: remainderForm,
    initial: { reason: '' },
    wire: ({ reason }) => ({ reason, remainderCents: revenueCents }),
    draft: `close ${leadId}`,
    faultTitle: 'Missing fields',
    send: async (input) => {
      await closeRemainder(leadId, input)
      toastSuccess('Remainder closed', `${formatEurosExact(revenueCents)} is not expected any more`)
      onClose()
    },
    onFailure: (error) => toastFailure('Error', error),
  })
  return (
    <FormDialog form={form} title="Close the remainder" action="Close the remainder" danger onClose={onClose}>
      <SoftText>
        The client will not pay the {formatEurosExact(revenueCents)} that are still expected. The pending commission of{' '}
        {formatEurosExact(amountCents)} goes; what was received stays. The partner reads why.
      </SoftText>
      <TextInput label="Reason" required maxLength={200} {...form.text('reason')} />
    </FormDialog>
  )
}
