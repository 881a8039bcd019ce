import { Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { announced, toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { type Dispute, disputeMessageForm } from '../api.ts'
import { replyToDispute, withdrawDispute } from './data.ts'
import { type Lang, words } from './dispute-labels.ts'

/** The partner replies, which opens the dispute again, or withdraws it. */
export function PartnerAnswer({ dispute, lang = 'en' }: { readonly dispute: Dispute; readonly lang?: Lang }) {
  const say = words[lang]
  const [isAsking, setAsking] = useState(false)
  const form = useDraftForm({
    shape: disputeMessageForm,
    initial: { message: '' },
    wire: (typed) => typed,
    draft: `dispute ${dispute.id}`,
    faultTitle: say.invalid,
    send: async ({ message }) => {
      await replyToDispute(dispute.id, message)
      form.reset()
      toastSuccess(say.sent)
    },
    onFailure: (error) => toastFailure(say.error, error),
  })
  return (
    <>
      <form onSubmit={form.onSubmit} noValidate>
        <Textarea label={say.reply} autosize minRows={2} maxRows={10} maxLength={2000} {...form.text('message')} />
        <Group justify="flex-end" mt="sm">
          <Button variant="default" onClick={() => setAsking(true)}>
            {say.withdraw}
          </Button>
          <Button type="submit" loading={form.busy}>
            {say.send}
          </Button>
        </Group>
      </form>
      <ConfirmDialog
        lang={lang}
        opened={isAsking}
        title={say.withdraw}
        text={say.withdrawText}
        action={say.withdraw}
        cancel={say.cancel}
        onClose={() => setAsking(false)}
        onConfirm={() => announced(withdrawDispute(dispute.id), say.withdrawn)}
      />
    </>
  )
}
