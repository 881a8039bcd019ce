import { keyFor } from '#platform/domain/keys.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { type EditedStage, newStageForm, stageForm } from '../api/stages.ts'
import type { StageDraft } from '../domain/stage-draft.ts'
import { m } from '../messages/messages.ts'
import { addStage, changeStage } from './data.ts'

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

export const draftOf = ({
  key: _key,
  leads: _leads,
  archivedAt: _away,
  mergedInto: _into,
  changedAt: _at,
  ...draft
}: EditedStage): StageDraft => draft

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

/** The form of a stage, or of a new one: `all` are the stages that there are, those that are archived too. */
export function useStageForm(stage: EditedStage | null, all: readonly EditedStage[], onClose: () => void) {
  const saved = stage && draftOf(stage)
  const initial = typed(saved ?? blank, stage?.key ?? '')
  const keyOf = ({ key, name }: Pick<TypedStage, 'key' | 'name'>) =>
    key ||
    keyFor(
      name,
      all.map((each) => each.key),
    )
  const form = useDraftForm<typeof newStageForm | typeof stageForm, TypedStage>({
    shape: stage ? stageForm : newStageForm,
    initial,
    draft: stage ? `stage ${stage.key}` : 'stage',
    labels,
    toRequestBody: ({ key, staleAfterDays, ...values }) => ({
      ...values,
      staleAfterDays: staleAfterDays.trim() === '' ? null : Number(staleAfterDays),
      ...(stage ? { expected: saved } : { key: keyOf({ key, name: values.name }) }),
    }),
    errorTitle: m.stageNotSaved(),
    send: async (input) => {
      if ('expected' in input && stage) await changeStage(stage.key, input)
      else if ('key' in input) await addStage(input)
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
