import { Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { announced, toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { type Dispute, disputeMessageForm } from '../api.ts'
import { m } from '../messages/messages.ts'
import { replyToDispute, withdrawDispute } from './data.ts'

/** The partner replies, which opens the dispute again, or withdraws it. */
export function PartnerAnswer({ dispute }: { readonly dispute: Dispute }) {
  const [isAsking, setAsking] = useState(false)
  const form = useDraftForm({
    shape: disputeMessageForm,
    initial: { message: '' },
    toRequestBody: (typed) => typed,
    draft: `dispute ${dispute.id}`,
    errorTitle: m.formIncomplete(),
    send: async ({ message }) => {
      await replyToDispute(dispute.id, message)
      form.reset()
      toastSuccess(m.replySent())
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  return (
    <>
      <form onSubmit={form.onSubmit} noValidate>
        <Textarea label={m.yourReply()} autosize minRows={2} maxRows={10} maxLength={2000} {...form.text('message')} />
        <Group justify="flex-end" mt="sm">
          <Button variant="default" onClick={() => setAsking(true)}>
            {m.withdraw()}
          </Button>
          <Button type="submit" loading={form.busy}>
            {m.reply()}
          </Button>
        </Group>
      </form>
      <ConfirmDialog
        opened={isAsking}
        title={m.withdraw()}
        text={m.withdrawText()}
        action={m.withdraw()}
        onClose={() => setAsking(false)}
        onConfirm={() => announced(withdrawDispute(dispute.id), m.disputeWithdrawn())}
      />
    </>
  )
}
