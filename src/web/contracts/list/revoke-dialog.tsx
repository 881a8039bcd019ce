import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { revokeForm } from '#api/contracts.ts'
import { useDraftForm } from '#web/app/draft-form.ts'
import { toastFailure, toastSuccess } from '#web/app/toasts.ts'
import { Dialog } from '#web/ui/dialog.tsx'

interface RevokeDialogProps {
  readonly title: string
  /** Explanation of the consequences. */
  readonly text: string
  readonly done: string
  readonly onRevoke: (reason: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Dialog that revokes a signature with a reason sent to both sides. Mounted only while open. */
export function RevokeDialog({ title, text, done, onRevoke, onClose }: RevokeDialogProps) {
  const form = useDraftForm({
    shape: revokeForm,
    initial: { reason: '' },
    wire: (values) => values,
    draft: `revocation ${title} ${text}`,
    faultTitle: 'Missing fields',
    send: async ({ reason }) => {
      await onRevoke(reason)
      toastSuccess('Contract revoked', done)
      onClose()
    },
    onFailure: (error) => toastFailure('Error', error),
  })
  return (
    <Dialog onClose={form.leaving(onClose)} filled={form.filled} title={title}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <Text>{text}</Text>
          <Textarea
            label="Reason"
            description="The partner and your staff are told it by e-mail, and it stays in the evidence."
            required
            autosize
            minRows={2}
            maxRows={8}
            maxLength={1000}
            data-autofocus
            {...form.text('reason')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={form.leaving(onClose)}>
              Cancel
            </Button>
            <Button type="submit" color="red.9" loading={form.busy}>
              Revoke
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
