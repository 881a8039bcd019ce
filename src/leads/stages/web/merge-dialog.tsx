import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import type { EditedStage } from '../api/stages.ts'
import { mergeObstacle } from '../domain/stage-draft.ts'
import { isOpenStage } from '../domain/stages.ts'
import { m } from '../messages/messages.ts'
import { mergeStage } from './data.ts'

interface MergeDialogProps {
  readonly stage: EditedStage
  readonly board: readonly EditedStage[]
  readonly onClose: () => void
}

/** Asks into which stage the leads of another one go, and tells the effect before. */
export function MergeDialog({ stage, board, onClose }: MergeDialogProps) {
  const open = board.map(({ key }) => key).filter(isOpenStage)
  const targets = board.filter(({ key }) => mergeObstacle(stage.key, key, open) === null)
  const [into, setInto] = useState(targets[0]?.key ?? '')
  const target = board.find(({ key }) => key === into)
  const obstacle = targets.length === 0 ? mergeObstacle(stage.key, open.find((key) => key !== stage.key) ?? '', open) : null
  const merge = useAction(async () => {
    await mergeStage(stage.key, into, stage.leads)
    toastSuccess(m.stageMerged(), m.leadsFollow({ count: stage.leads, name: target?.name ?? '' }))
    onClose()
  })
  return (
    <Dialog title={m.mergeTitle({ name: stage.name })} onClose={onClose}>
      <Stack>
        {obstacle ? (
          <Alert color="yellow" role="status">
            {obstacle}
          </Alert>
        ) : (
          <>
            <Text>{m.mergeText({ count: stage.leads, name: stage.name })}</Text>
            <NativeSelect
              label={m.mergeInto()}
              value={into}
              data={targets.map(({ key, name }) => ({ value: key, label: name }))}
              onChange={({ currentTarget }) => setInto(currentTarget.value)}
            />
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {m.cancel()}
          </Button>
          {!obstacle && (
            <Button loading={merge.busy} onClick={() => merge.run()}>
              {m.merge()}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}
