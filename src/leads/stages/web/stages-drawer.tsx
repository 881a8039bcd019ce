import { Button, Group, Stack, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useKeptOpen } from '#platform/web/app/kept-open.ts'
import { WithRight } from '#platform/web/app/session/with-right.tsx'
import { SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { IconPlus } from '#platform/web/ui/icons.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { EditedStage } from '../api/stages.ts'
import { m } from '../messages/messages.ts'
import { stagesQuery } from './data.ts'
import { StageDialog } from './stage-dialog.tsx'
import { StageList } from './stage-list.tsx'

/** The stages of the board; one is edited in the place of the list. Mounted only while open. */
export default function StagesDrawer({ onClose }: { readonly onClose: () => void }) {
  const query = useQuery({ ...stagesQuery, staleTime: 0 })
  const [edited, setEdited] = useKeptOpen<{ readonly key: string | null }>('stage', ({ key }) => (key ? `stage ${key}` : 'stage'))
  const stages = query.data?.stages
  const stage = stages?.find(({ key }) => key === edited?.key) ?? null
  if (edited && stages && (stage || edited.key === null)) {
    return <StageDialog key={edited.key} stage={stage} stages={stages} onClose={() => setEdited(null)} />
  }
  return <ListDialog onEdit={setEdited} onClose={onClose} />
}

interface ListDialogProps {
  readonly onEdit: (edited: { readonly key: string | null }) => void
  readonly onClose: () => void
}

const onBoard = (stages: readonly EditedStage[]) => stages.filter(({ putAwayAt }) => putAwayAt === null)

function ListDialog({ onEdit, onClose }: ListDialogProps) {
  const query = useQuery(stagesQuery)
  const [said, setSaid] = useState('')
  return (
    <SideDialog onClose={onClose} title={m.stages()} position="right" size="xl" transitionProps={{ duration: 0 }}>
      <Stack>
        <SoftText>{m.stagesLead()}</SoftText>
        <QueryBoundary query={query}>
          {({ stages }) => <StageList board={onBoard(stages)} onEdit={(key) => onEdit({ key })} onSay={setSaid} />}
        </QueryBoundary>
        <VisuallyHidden role="status">{said}</VisuallyHidden>
        <Group justify="flex-end">
          <WithRight right="programme" explained>
            <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => onEdit({ key: null })}>
              {m.addStage()}
            </Button>
          </WithRight>
        </Group>
      </Stack>
    </SideDialog>
  )
}
