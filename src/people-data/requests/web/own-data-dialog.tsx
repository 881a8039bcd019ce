import { Button, Stack, Text } from '@mantine/core'
import type { AccountDialogProps } from '#accounts/people/web/dialog-props.ts'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { m } from '../messages/messages.ts'
import { downloadOwnData } from './data.ts'

const words = { title: m.confirmItIsYou(), text: m.myDataText(), action: m.downloadMyData(), errorTitle: m.error() }

/** All that the portal has about whoever is signed in. */
export default function OwnDataDialog({ onClose }: AccountDialogProps) {
  const { withProof, dialog } = useProofQuestion()
  const { busy, run } = useAction(() => withProof(words, downloadOwnData))
  return (
    <>
      <Dialog onClose={onClose} title={m.myData()}>
        <Stack>
          <Text>{m.myDataText()}</Text>
          <Button disabled={busy} onClick={run}>
            {m.downloadMyData()}
          </Button>
        </Stack>
      </Dialog>
      {dialog}
    </>
  )
}
