import { keyFor } from '#platform/domain/keys.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { type EditedStage, newStageForm, stageForm } from '../api/stages.ts'
import { type StageDraft, sameStage } from '../domain/stage-draft.ts'
import { m } from '../messages/messages.ts'
import { addStage, changeStage } from './data.ts'

/** A stage as typed. */
export interface TypedStage extends Omit<StageDraft, 'staleAfterDays'>, Record<string, unknown> {
  /** As typed; empty for none. */
  readonly staleAfterDays: string
  /** Empty for a new stage as long as it follows from the name. */
  readonly key: string
  /** The stage as it was when editing began; null for a new one. */
  readonly expected: StageDraft | null
}

const blank: StageDraft = {
  ...{ name: '', names: {}, colour: 'teal', countsAsCall: false, asks: null, staleAfterDays: null },
  ...{ partnerEnters: true, partnerLeaves: true, staffEnters: true, staffLeaves: true },
}

export const draftOf = ({
  key: _key,
  leads: _leads,
  putAwayAt: _away,
  mergedInto: _into,
  changedAt: _at,
  ...draft
}: EditedStage): StageDraft => draft

const typed = (draft: StageDraft, key: string, expected: StageDraft | null): TypedStage => ({
  ...draft,
  staleAfterDays: String(draft.staleAfterDays ?? ''),
  key,
  expected,
})

/** The form of a stage, or of a new one: `all` are the stages that there are, those that are put away too. */
export function useStageForm(stage: EditedStage | null, all: readonly EditedStage[], onClose: () => void) {
  const saved = stage && draftOf(stage)
  const initial = typed(saved ?? blank, stage?.key ?? '', saved)
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
    wire: ({ key, expected, staleAfterDays, ...values }) => ({
      ...values,
      staleAfterDays: staleAfterDays.trim() === '' ? null : Number(staleAfterDays),
      ...(stage ? { expected } : { key: keyOf({ key, name: values.name }) }),
    }),
    faultTitle: m.stageNotSaved(),
    send: async (input) => {
      if ('expected' in input && stage) await changeStage(stage.key, input)
      else if ('key' in input) await addStage(input)
      toastSuccess(m.stageSaved(), m.everybodySeesIt())
      onClose()
    },
    onFailure: (error) => toastFailure(m.stageNotSaved(), error),
  })
  const { expected } = form.values
  return {
    ...form,
    /** The key that the stage has, or gets. */
    key: stage?.key ?? keyOf(form.values),
    /** What somebody else has saved since editing began. */
    theirs: saved && expected && !sameStage(saved, expected) ? saved : null,
    keepMine: () => form.set('expected', saved),
    takeTheirs: () => {
      if (!saved) return
      for (const [name, value] of Object.entries(typed(saved, stage.key, saved))) form.set(name, value)
    },
  }
}
export type StageForm = ReturnType<typeof useStageForm>
