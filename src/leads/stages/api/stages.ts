import * as z from 'zod/mini'
import { event } from '#platform/api/events.ts'
import { namesAnswer, namesForm } from '#platform/api/names.ts'
import { route } from '#platform/api/route.ts'
import { chosenKey, count, text, time } from '#platform/api/shapes.ts'
import { maxStaleDays, type StageDraft, stageErrors, stageMessages, stageNameMax } from '../domain/stage-draft.ts'
import { stageAsks, stageColours } from '../domain/stages.ts'

/** The key of a stage, by which leads, files and programs name it. */
export const stageKey = chosenKey
const stageParams = z.strictObject({ key: stageKey })

const daysError = () => stageMessages.days

const draftFields = {
  name: text(1, stageNameMax, () => stageMessages.name),
  names: namesForm(stageNameMax),
  colour: z.enum(stageColours),
  countsAsCall: z.boolean(),
  partnerEnters: z.boolean(),
  partnerLeaves: z.boolean(),
  staffEnters: z.boolean(),
  staffLeaves: z.boolean(),
  asks: z.nullable(z.enum(stageAsks)),
  /** Days in the stage after which a lead counts as stale; null: it never does. */
  staleAfterDays: z.nullable(
    z.int({ error: daysError }).check(z.minimum(1, { error: daysError }), z.maximum(maxStaleDays, { error: daysError })),
  ),
}

const storedDraft = z.object({ ...draftFields, name: z.string(), names: namesAnswer })

export const newStageForm = z.strictObject({ key: stageKey, ...draftFields }).check(({ value, issues }) => {
  for (const { path, message } of stageErrors(value.key, value, [])) {
    issues.push({ code: 'custom', input: value, path: [path], message })
  }
})

export const stageForm = z.strictObject({
  ...draftFields,
  /** The stage as it was before editing: saving is refused if somebody else has changed it since. */
  expected: storedDraft,
})
export type StageForm = z.output<typeof stageForm>

/** A stage as staff edit it, with its names in every language. */
export const editedStage = z.extend(storedDraft, {
  key: z.string(),
  /** Leads that are in it now. */
  leads: count,
  archivedAt: z.nullable(time),
  /** Where its leads went when it was archived. */
  mergedInto: z.nullable(z.string()),
  changedAt: time,
})
export type EditedStage = z.infer<typeof editedStage>

const stageList = z.object({ stages: z.array(editedStage) })
const keys = z.array(stageKey).check(z.minLength(1), z.maxLength(100))

export const stageRoutes = {
  listStages: route('GET', '/stages', {
    summary: 'The stages of a lead in their order, with their names in every language; those that are archived too',
    who: 'admin',
    returns: stageList,
  }),
  addStage: route('POST', '/stages', {
    summary: 'Add an open stage before the won one, or `perdu`, the second lost stage; leads can enter it at once',
    who: 'admin',
    right: 'programme',
    body: newStageForm,
    returns: stageList,
    status: 201,
  }),
  changeStage: route('PUT', '/stages/:key', {
    summary:
      'Change the names, the colour and the rules of a stage; leads that are in it stay. Refused with ' +
      '`stages_changed_meanwhile` when it is no longer as `expected`',
    who: 'admin',
    right: 'programme',
    params: stageParams,
    body: stageForm,
    returns: stageList,
    refusals: ['not_found', 'stages_changed_meanwhile'],
  }),
  orderStages: route('POST', '/stages/order', {
    summary:
      'Put the stages of the board into another order: open ones come first, then the won one, then the lost ones. Refused ' +
      'with `stages_changed_meanwhile` when they are no longer as `expected`',
    who: 'admin',
    right: 'programme',
    body: z.strictObject({ keys, expected: keys }),
    returns: stageList,
    refusals: ['stages_changed_meanwhile'],
  }),
  mergeStage: route('POST', '/stages/:key/merge', {
    summary:
      'Put a stage away and move its leads into another one. Refused with `stages_changed_meanwhile` when another number of ' +
      'leads is in it than was seen',
    who: 'admin',
    right: 'programme',
    params: stageParams,
    body: z.strictObject({ into: stageKey, leads: count }),
    returns: stageList,
    refusals: ['not_found', 'stages_changed_meanwhile', 'stage_stays'],
  }),
}

type StageFields = StageDraft & { readonly key: string }

export const stageEvents = {
  'stage.added': event<null, StageFields>(null),
  'stage.changed': event<StageFields, StageFields>(null),
  'stages.reordered': event<{ readonly keys: readonly string[] }, { readonly keys: readonly string[] }>(null),
  'stage.merged': event<{ readonly key: string; readonly leads: number }, { readonly key: string }>(null),
}
