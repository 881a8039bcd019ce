import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { declineForm } from '#api/signing.ts'
import { useDraftForm } from '#web/app/draft-form.ts'
import { toastFailure, toastSuccess } from '#web/app/toasts.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { declineContract } from './signing-data.ts'

interface DeclineDialogProps {
  readonly id: string
  readonly title: string
  readonly onClose: () => void
  readonly onDeclined: () => void
}

/** Dialog for declining with a reason; signing stays possible. Mounted only while open. */
export function DeclineDialog({ id, title, onClose, onDeclined }: DeclineDialogProps) {
  const form = useDraftForm({
    shape: declineForm,
    initial: { reason: '' },
    wire: (values) => values,
    draft: `refusal ${id}`,
    faultTitle: 'Erreur de validation',
    send: async ({ reason }) => {
      await declineContract(id, reason)
      toastSuccess('Refus enregistré', 'Votre interlocuteur en lit la raison. Vous pouvez encore signer plus tard.')
      onDeclined()
    },
    onFailure: (error) => toastFailure('Erreur', error),
  })
  return (
    <Dialog centered onClose={form.leaving(onClose)} filled={form.filled} lang="fr" title="Refuser de signer">
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <Text fz="sm">
            Vous refusez de signer « {title} ». La raison est transmise à votre interlocuteur ; vous pourrez encore signer.
          </Text>
          <Textarea
            label="Raison"
            required
            autosize
            minRows={3}
            maxRows={8}
            maxLength={1000}
            data-autofocus
            {...form.text('reason')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={form.leaving(onClose)}>
              Annuler
            </Button>
            <Button type="submit" loading={form.busy}>
              Confirmer le refus
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
