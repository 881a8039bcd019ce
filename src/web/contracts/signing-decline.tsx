import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { declineForm } from '#contract/signing.ts'
import { useContractForm } from '../app/form.ts'
import { toastFailure, toastSuccess } from '../app/toasts.ts'
import { declineContract } from './signing-data.ts'

interface DeclineDialogProps {
  readonly id: string
  readonly title: string
  readonly onClose: () => void
  readonly onDeclined: () => void
}

/** Why not: staff read it, and signing stays possible. It is mounted while it is open. */
export function DeclineDialog({ id, title, onClose, onDeclined }: DeclineDialogProps) {
  const form = useContractForm({
    shape: declineForm,
    initial: { reason: '' },
    wire: (values) => values,
    faultTitle: 'Erreur de validation',
    send: async ({ reason }) => {
      await declineContract(id, reason)
      toastSuccess('Refus enregistré', 'Votre interlocuteur en lit la raison. Vous pouvez encore signer plus tard.')
      onDeclined()
    },
    onFailure: (error) => toastFailure('Erreur', error),
  })
  return (
    // Without a header: the view underneath has one, and a page has one banner.
    <Modal.Root lang="fr" opened centered onClose={onClose} transitionProps={{ duration: 150 }}>
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content>
        <Modal.Body p="lg">
          <Modal.Title fz={20} ff="headings" mb="md">
            Refuser de signer
          </Modal.Title>
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
                <Button variant="default" onClick={onClose}>
                  Annuler
                </Button>
                <Button type="submit" loading={form.busy}>
                  Confirmer le refus
                </Button>
              </Group>
            </Stack>
          </form>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
