import { useQuery } from '@tanstack/react-query'
import { nameIn } from '#platform/domain/names.ts'
import { SavedListDrawer, type SavedListParts } from '#platform/web/app/forms/saved-list.tsx'
import type { EditedStage } from '../api/stages.ts'
import { kindOfStage, lostStages, wonStage } from '../domain/stages.ts'
import { m } from '../messages/messages.ts'
import { saveStages, stagesQuery } from './data.ts'
import { MergeButton } from './merge-dialog.tsx'
import { StageDialog } from './stage-dialog.tsx'
import { StageWords } from './stage-words.tsx'

/** Those that every board has. */
const isFixed = (key: string) => key === wonStage || key === lostStages[0]

const parts: SavedListParts<EditedStage> = {
  right: 'programme',
  kind: 'stage',
  labels: {
    title: m.stages(),
    intro: m.stagesLead(),
    add: m.addStage(),
    open: m.stages(),
    deleteQuestion: m.deleteStageQuestion(),
    deleteText: (name) => m.deleteStageText({ name }),
  },
  nameOf: (stage) => nameIn(stage),
  Words: StageWords,
  Editor: StageDialog,
  Actions: ({ item, items }) => !isFixed(item.key) && <MergeButton stage={item} stages={items} />,
  // A stage moves only among those of its kind.
  mayPass: (one, other) => kindOfStage(one.key) === kindOfStage(other.key),
  mayDelete: ({ isUsed }) => !isUsed,
  useItems: () => useQuery({ ...stagesQuery, select: ({ stages }) => stages, staleTime: 0 }),
  save: saveStages,
}

/** The stages of the board in its order. */
export default function StagesDrawer({ onClose }: { readonly onClose: () => void }) {
  return <SavedListDrawer parts={parts} onClose={onClose} />
}
