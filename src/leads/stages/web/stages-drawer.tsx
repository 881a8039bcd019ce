import { useQuery } from '@tanstack/react-query'
import { ListDialog } from '#platform/web/app/forms/list-dialog.tsx'
import { useKeptOpen } from '#platform/web/app/kept-open.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import type { EditedStage } from '../api/stages.ts'
import { m } from '../messages/messages.ts'
import { stagesQuery } from './data.ts'
import { StageDialog } from './stage-dialog.tsx'
import { StageList } from './stage-list.tsx'

/** The stages of the board; one is edited in the place of the list. */
export default function StagesDrawer({ onClose }: { readonly onClose: () => void }) {
  const query = useQuery({ ...stagesQuery, staleTime: 0 })
  const [edited, setEdited] = useKeptOpen<{ readonly key: string | null }>('stage', ({ key }) => (key ? `stage ${key}` : 'stage'))
  const stages = query.data?.stages
  const stage = stages?.find(({ key }) => key === edited?.key) ?? null
  if (edited && stages && (stage || edited.key === null)) {
    return <StageDialog key={edited.key} stage={stage} stages={stages} onClose={() => setEdited(null)} />
  }
  return <List onEdit={setEdited} onClose={onClose} />
}

interface ListProps {
  readonly onEdit: (edited: { readonly key: string | null }) => void
  readonly onClose: () => void
}

const onBoard = (stages: readonly EditedStage[]) => stages.filter(({ archivedAt }) => archivedAt === null)

function List({ onEdit, onClose }: ListProps) {
  const query = useQuery(stagesQuery)
  return (
    <ListDialog
      title={m.stages()}
      lead={m.stagesLead()}
      addLabel={m.addStage()}
      onAdd={() => onEdit({ key: null })}
      onClose={onClose}
    >
      {(onSay) => (
        <QueryBoundary query={query}>
          {({ stages }) => <StageList board={onBoard(stages)} onEdit={(key) => onEdit({ key })} onSay={onSay} />}
        </QueryBoundary>
      )}
    </ListDialog>
  )
}
