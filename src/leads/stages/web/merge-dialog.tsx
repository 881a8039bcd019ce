import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatEuros } from '#platform/domain/money.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import type { EditedStage } from '../api/stages.ts'
import { mergeObstacle } from '../domain/stage-draft.ts'
import { isOpenStage } from '../domain/stages.ts'
import { m } from '../messages/messages.ts'
import { mergeEffectQuery, saveStages, withMerged } from './data.ts'

interface MergeProps {
  readonly stage: EditedStage
  /** Those that are archived, too. */
  readonly stages: readonly EditedStage[]
}

export function MergeButton({ stage, stages }: MergeProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <RowButton look="default" aria-label={m.mergeNamed({ name: stage.name })} onClick={() => setOpen(true)}>
        {m.merge()}
      </RowButton>
      {isOpen && <MergeDialog stage={stage} stages={stages} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Asks into which stage the leads of another one go, and tells the effect before. */
function MergeDialog({ stage, stages, onClose }: MergeProps & { readonly onClose: () => void }) {
  const board = stages.filter(({ archivedAt }) => archivedAt === null)
  const open = board.map(({ key }) => key).filter(isOpenStage)
  const targets = board.filter(({ key }) => mergeObstacle(stage.key, key, open) === null)
  const [into, setInto] = useState(targets[0]?.key ?? '')
  const target = board.find(({ key }) => key === into)
  const obstacle = targets.length === 0 ? mergeObstacle(stage.key, open.find((key) => key !== stage.key) ?? '', open) : null
  const effect = useQuery({ ...mergeEffectQuery(stages, stage.key, into), enabled: obstacle === null })
  const merge = useAction(async () => {
    await saveStages(withMerged(stages, stage.key, into), stages)
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
            <QueryBoundary query={effect}>
              {(known) =>
                known && (
                  <Text>
                    {[
                      known.leads > 0 && m.mergeAmount({ amount: formatEuros(known.amountCents) }),
                      known.fields.length > 0 && m.mergeFields({ count: known.fields.length }),
                    ]
                      .filter(Boolean)
                      .join(' ')}
                  </Text>
                )
              }
            </QueryBoundary>
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
