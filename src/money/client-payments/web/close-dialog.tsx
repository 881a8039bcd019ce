import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { remainderForm } from '../api/client-payments.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { useDraftForm } from '#platform/web/app/draft-form.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
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
    <Dialog lang="en" onClose={form.leaving(onClose)} filled={form.filled} title="Close the remainder">
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <Text fz="sm" c="var(--ink-soft)">
            The client will not pay the {formatEurosExact(revenueCents)} that are still expected. The pending commission of{' '}
            {formatEurosExact(amountCents)} goes; what was received stays. The partner reads why.
          </Text>
          <TextInput label="Reason" required maxLength={200} data-autofocus {...form.text('reason')} />
          <Group justify="flex-end">
            <Button variant="default" onClick={form.leaving(onClose)}>
              Cancel
            </Button>
            <Button type="submit" color="red.9" loading={form.busy}>
              Close the remainder
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
