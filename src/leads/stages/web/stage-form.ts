import { keyFor } from '#platform/domain/keys.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { type EditedStage, stageForm, type WrittenStage, writtenStage } from '../api/stages.ts'
import { inBoardOrder, type StageDraft } from '../domain/stage-draft.ts'
import { m } from '../messages/messages.ts'
import { saveStages } from './data.ts'

export interface TypedStage extends Omit<StageDraft, 'staleAfterDays'>, Record<string, unknown> {
  /** As typed; empty for none. */
  readonly staleAfterDays: string
  /** Empty for a new stage as long as it follows from the name. */
  readonly key: string
}

const blank: StageDraft = {
  name: '',
  names: {},
  colour: 'teal',
  countsAsCall: false,
  asks: null,
  staleAfterDays: null,
  partnerEnters: true,
  partnerLeaves: true,
  staffEnters: true,
  staffLeaves: true,
}

const draftOf = (stage: EditedStage): StageDraft => {
  const { key: _key, archivedAt: _away, mergedInto: _into, ...draft } = writtenStage(stage)
  return draft
}

const typed = (draft: StageDraft, key: string): TypedStage => ({
  ...draft,
  staleAfterDays: String(draft.staleAfterDays ?? ''),
  key,
})

export const asksLabels = { amount: m.asksAmount(), reason: m.asksReason(), file: m.asksFile() } as const
const labels = {
  name: m.stageName(),
  names: m.stageName(),
  colour: m.colour(),
  countsAsCall: m.countsAsCall(),
  asks: [m.asks(), (asks: StageDraft['asks']) => (asks ? asksLabels[asks] : m.nothing())],
  staleAfterDays: m.staleAfter(),
  partnerEnters: m.partnerEnters(),
  partnerLeaves: m.partnerLeaves(),
  staffEnters: m.staffEnters(),
  staffLeaves: m.staffLeaves(),
} as const

/** The list with a new stage at its place; one of this key that was archived is on the board again. */
function withNew(all: readonly EditedStage[], stage: WrittenStage): readonly WrittenStage[] {
  const others: readonly WrittenStage[] = all.filter(({ key }) => key !== stage.key)
  const board = inBoardOrder([...others.filter(({ archivedAt }) => archivedAt === null), stage].map(({ key }) => key))
  const find = (key: string) => [stage, ...others].find((each) => each.key === key) ?? []
  return [...board.flatMap(find), ...others.filter(({ archivedAt }) => archivedAt !== null)]
}

/** The form of a stage, or of a new one: `all` are the stages that there are, those that are archived too. */
export function useStageForm(stage: EditedStage | null, all: readonly EditedStage[], onClose: () => void) {
  const initial = typed(stage ? draftOf(stage) : blank, stage?.key ?? '')
  const keyOf = ({ key, name }: Pick<TypedStage, 'key' | 'name'>) =>
    key ||
    keyFor(
      name,
      all.map((each) => each.key),
      'stage',
    )
  const form = useDraftForm<typeof stageForm, TypedStage>({
    shape: stageForm,
    initial,
    draft: stage ? `stage ${stage.key}` : 'stage',
    labels,
    toRequestBody: ({ key, staleAfterDays, ...values }) => ({
      ...values,
      staleAfterDays: staleAfterDays.trim() === '' ? null : Number(staleAfterDays),
      key: keyOf({ key, name: values.name }),
      archivedAt: null,
      mergedInto: null,
    }),
    errorTitle: m.stageNotSaved(),
    send: async (input) => {
      await saveStages(stage ? all.map((each) => (each === stage ? input : each)) : withNew(all, input), all, input.key)
      toastSuccess(m.stageSaved(), m.everybodySeesIt())
      onClose()
    },
    onFailure: (error) => toastFailure(m.stageNotSaved(), error),
  })
  return {
    ...form,
    /** The key that the stage has, or gets. */
    key: stage?.key ?? keyOf(form.values),
  }
}
export type StageForm = ReturnType<typeof useStageForm>
