import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AccountDialogProps } from '#accounts/people/web/dialog-props.ts'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../messages/messages.ts'
import { downloadOwnData, ownDataPaceQuery } from './data.ts'

const words = { title: m.confirmItIsYou(), text: m.myDataText(), action: m.downloadMyData(), errorTitle: m.error() }

/** All that the portal has about whoever is signed in. */
export default function OwnDataDialog({ onClose }: AccountDialogProps) {
  const pace = useQuery(ownDataPaceQuery)
  const { withProof, dialog } = useProofQuestion()
  const { busy, run } = useAction(() => withProof(words, downloadOwnData))
  return (
    <>
      <Dialog onClose={onClose} title={m.myData()}>
        <Stack>
          <Text>{m.myDataText()}</Text>
          <QueryBoundary query={pace} rows={1}>
            {({ nextAt }) => (
              <>
                {nextAt && <SoftText role="status">{m.nextOwnData({ at: longDate(nextAt) })}</SoftText>}
                <Button disabled={busy || nextAt !== null} onClick={run}>
                  {m.downloadMyData()}
                </Button>
              </>
            )}
          </QueryBoundary>
        </Stack>
      </Dialog>
      {dialog}
    </>
  )
}
