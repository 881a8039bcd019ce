import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { Commission } from '#api/commissions.ts'
import { holdForm } from '#api/commissions.ts'
import { formatEurosExact } from '#domain/money.ts'
import { useDraftForm } from '../app/draft-form.ts'
import { toastFailure, toastSuccess } from '../app/toasts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { holdCommission } from './data.ts'

/** Dialog that keeps a commission from being paid, with the reason that its partner reads. Mounted only while open. */
export function HoldDialog({ commission, onClose }: { commission: Commission; onClose: () => void }) {
  const amount = `${formatEurosExact(commission.amountCents)} for ${commission.partner.name}`
  const counts =
    commission.status === 'en_attente'
      ? 'It stays pending, and counts for the tier once it is validated.'
      : 'It stays earned and counts for the tier.'
  const form = useDraftForm({
    shape: holdForm,
    initial: { reason: '' },
    wire: (typed) => typed,
    draft: `hold ${commission.id}`,
    faultTitle: 'Missing fields',
    send: async (input) => {
      await holdCommission(commission.id, input)
      toastSuccess('Commission held', amount)
      onClose()
    },
    onFailure: (error) => toastFailure('Error', error),
  })
  return (
    <Dialog onClose={form.leaving(onClose)} filled={form.filled} title="Hold commission">
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <Text fz="sm">
            {amount} is not paid until you release it. {counts}
          </Text>
          <Textarea
            label="Reason"
            description="The partner reads it"
            required
            autosize
            minRows={2}
            maxLength={500}
            {...form.text('reason')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={form.leaving(onClose)}>
              Cancel
            </Button>
            <Button type="submit" loading={form.busy}>
              Hold
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
