import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type * as z from 'zod/mini'
import type { revokeForm } from '#api/contracts.ts'
import { useDraftForm } from '#web/app/draft-form.ts'
import { toastFailure, toastSuccess } from '#web/app/toasts.ts'
import { Dialog } from '#web/ui/dialog.tsx'

const words = {
  en: { label: 'Reason', cancel: 'Cancel', faults: 'Missing fields', failure: 'Error' },
  fr: { label: 'Raison', cancel: 'Annuler', faults: 'Erreur de validation', failure: 'Erreur' },
} as const

interface ReasonDialogProps {
  /** Shape of the request's body, with its messages in the language of the dialog. */
  readonly shape: typeof revokeForm
  readonly lang?: keyof typeof words
  readonly title: string
  /** Explanation of the consequences. */
  readonly text: string
  /** Who reads the reason. */
  readonly description?: string
  readonly action: string
  readonly danger?: boolean
  /** Key under which the typed reason is kept in the tab. */
  readonly draft: string
  /** Title and text of the toast on success. */
  readonly done: readonly [title: string, text: string]
  readonly onSend: (reason: string) => Promise<unknown>
  readonly onSent: () => void
  readonly onClose: () => void
}

/** Dialog that takes something back or refuses it, with a reason that the other side reads. Mounted only while open. */
export function ReasonDialog({ shape, lang = 'en', title, text, description, action, danger, ...props }: ReasonDialogProps) {
  const { label, cancel, faults, failure } = words[lang]
  const form = useDraftForm({
    shape,
    initial: { reason: '' },
    wire: (values) => values,
    draft: props.draft,
    faultTitle: faults,
    send: async ({ reason }: z.output<typeof revokeForm>) => {
      await props.onSend(reason)
      toastSuccess(...props.done)
      props.onSent()
    },
    onFailure: (error) => toastFailure(failure, error),
  })
  const leave = form.leaving(props.onClose)
  return (
    <Dialog onClose={leave} filled={form.filled} lang={lang} title={title}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <Text>{text}</Text>
          <Textarea
            label={label}
            description={description}
            required
            autosize
            minRows={3}
            maxRows={8}
            maxLength={1000}
            data-autofocus
            {...form.text('reason')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={leave}>
              {cancel}
            </Button>
            <Button type="submit" loading={form.busy} {...(danger ? { color: 'red.9' } : {})}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
