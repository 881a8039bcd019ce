import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { askClient, confirmationQuery } from './data.ts'

/** The mail to a lead's client as it is sent, before it is. Mounted only while open. */
export default function AskDialog({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const query = useQuery({ ...confirmationQuery(leadId), refetchOnMount: 'always' })
  const [failure, setFailure] = useState('')
  const { busy, run: send } = useAction(
    async (digest: string, to: string) => {
      setFailure('')
      await askClient(leadId, digest)
      toastSuccess('Question envoyée', `${to} reçoit un message avec un bouton`)
      onClose()
    },
    (error) => {
      setFailure((error as Error).message)
      return query.refetch()
    },
  )
  return (
    <Dialog lang="fr" title="Envoyer ce message au client ?" size="lg" onClose={onClose}>
      <QueryBoundary query={query} rows={4}>
        {({ mail, obstacle }) => (
          <Stack>
            {mail ? (
              <>
                <SoftText>Il part tel quel, une fois. Le lien du bouton est propre au client : lui seul le reçoit.</SoftText>
                <Stack className="surface" p="md" gap={6} component="section" aria-label="Message au client">
                  <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
                    À : {mail.to}
                  </Text>
                  <Text fz="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                    Objet : {mail.subject}
                  </Text>
                  <Text fz="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                    {mail.text.trim()}
                  </Text>
                </Stack>
              </>
            ) : (
              <Alert color="yellow">{obstacle ?? 'Ce client ne peut pas être sollicité maintenant.'}</Alert>
            )}
            {failure && (
              <Alert color="red" role="alert">
                {failure}
              </Alert>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Annuler
              </Button>
              {mail && (
                <Button loading={busy} onClick={() => send(mail.digest, mail.to)}>
                  Envoyer
                </Button>
              )}
            </Group>
          </Stack>
        )}
      </QueryBoundary>
    </Dialog>
  )
}
