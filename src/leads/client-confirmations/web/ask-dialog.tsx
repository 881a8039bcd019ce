import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { typeset } from '#platform/domain/typesetting.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { mailNote, toastMailed } from '#platform/web/app/session/mail-note.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../messages/messages.ts'
import { askClient, confirmationQuery } from './data.ts'

/** The mail to a lead's client as it is sent, before it is. */
export default function AskDialog({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const query = useQuery({ ...confirmationQuery(leadId), refetchOnMount: 'always' })
  const [failure, setFailure] = useState('')
  const { busy, run: send } = useAction(
    async (digest: string, to: string) => {
      setFailure('')
      await askClient(leadId, digest)
      toastMailed(m.questionSent(), m.getsMessage({ to }))
      onClose()
    },
    (error) => {
      setFailure((error as Error).message)
      return query.refetch()
    },
  )
  return (
    <Dialog title={m.sendToClient()} size="lg" onClose={onClose}>
      <QueryBoundary query={query} rows={4}>
        {({ mail, obstacle }) => (
          <Stack>
            {mail ? (
              <>
                <SoftText>{mailNote() ?? m.sentAsItIs()}</SoftText>
                <Stack className="surface" p="md" gap={6} component="section" aria-label={m.messageToClient()}>
                  <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
                    {m.mailTo({ address: mail.to })}
                  </Text>
                  <Text fz="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                    {m.mailSubject({ subject: typeset(mail.subject) })}
                  </Text>
                  <Text fz="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                    {typeset(mail.text.trim())}
                  </Text>
                </Stack>
              </>
            ) : (
              <Alert color="yellow">{obstacle ?? m.notAskableNow()}</Alert>
            )}
            {failure && (
              <Alert color="red" role="alert">
                {failure}
              </Alert>
            )}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {m.cancel()}
              </Button>
              {mail && (
                <Button loading={busy} onClick={() => send(mail.digest, mail.to)}>
                  {m.send()}
                </Button>
              )}
            </Group>
          </Stack>
        )}
      </QueryBoundary>
    </Dialog>
  )
}
