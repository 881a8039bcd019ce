import * as z from 'zod/mini'
import { event } from '#platform/api/events.ts'
import { namesAnswer, namesForm } from '#platform/api/names.ts'
import { route } from '#platform/api/route.ts'
import { centsSum, chosenKey, count, text, time } from '#platform/api/shapes.ts'
import { maxStages, maxStaleDays, type StageDraft, stageErrors, stageMessages, stageNameMax } from '../domain/stage-draft.ts'
import { stageAsks, stageColours } from '../domain/stages.ts'

/** The key of a stage, by which leads, files and programs name it. */
export const stageKey = chosenKey

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

/** A stage of a programme's file. */
export const newStageForm = z.strictObject({ key: stageKey, ...draftFields }).check(({ value, issues }) => {
  for (const { path, message } of stageErrors(value.key, value, [])) {
    issues.push({ code: 'custom', input: value, path: [path], message })
  }
})

const state = {
  key: stageKey,
  /** When it left the board; null for one that leads can be in. What is sent for one that leaves counts as now. */
  archivedAt: z.nullable(time),
  /** Where its leads go, or went, when it left the board. */
  mergedInto: z.nullable(stageKey),
}

/** A stage of a list that is saved. */
export const stageForm = z.strictObject({ ...draftFields, ...state })
export type WrittenStage = z.output<typeof stageForm>

/** A stage as staff edit it, with its names in every language. */
export const editedStage = z.extend(storedDraft, {
  ...state,
  /** Leads that are in it now. */
  leads: count,
  /** A lead was in it once, so that it can no longer be deleted. */
  isUsed: z.boolean(),
  changedAt: time,
})
export type EditedStage = z.infer<typeof editedStage>

/** A stage that was read as it is saved. */
export const writtenStage = ({ leads: _, isUsed: _used, changedAt: _at, ...stage }: WrittenStage & Partial<EditedStage>) => stage

const stageList = z.object({
  stages: z.array(editedStage),
  /** What follows a stage that leaves the board. */
  merged: z.array(
    z.object({
      key: z.string(),
      into: z.string(),
      /** Leads that go into the other stage, and the sum of their amounts. */
      leads: count,
      amountCents: centsSum,
      /** Keys of the fields that are required from the other stage on. */
      fields: z.array(z.string()),
    }),
  ),
})
/** The whole list in its order. */
const stagesForm = z.strictObject({
  stages: z.array(stageForm).check(z.maxLength(maxStages)),
  /**
   * The list as it was read: what somebody else has changed since stays, unless it is changed here, too. With `leads`, a stage
   * leaves the board only with as many leads as were seen.
   */
  expected: z.array(z.extend(storedDraft, { ...state, leads: z.optional(count) })),
  dryRun: z.optional(z.boolean()),
})
export type StagesForm = z.output<typeof stagesForm>

export const stageRoutes = {
  listStages: route('GET', '/stages', {
    summary: 'The stages of a lead in their order, with their names in every language; those that are archived too',
    who: 'admin',
    returns: z.object({ stages: z.array(editedStage) }),
  }),
  saveStages: route('PUT', '/stages', {
    summary:
      'Save the whole list of stages: its order (open ones, the won one, the lost ones, of which `perdu` is the second), their ' +
      'names, colours and rules. One that leaves the board has `archivedAt`, and `mergedInto` for its leads; one that no lead ' +
      'was ever in is deleted when it is no longer in the list. What others have changed since `expected` stays; where they ' +
      'have changed the same stage, or the order, it is refused with `stages_changed_meanwhile`. With `dryRun` nothing is ' +
      'saved, and the answer tells what would follow',
    who: 'admin',
    right: 'programme',
    body: stagesForm,
    returns: stageList,
    refusals: ['stages_changed_meanwhile', 'stage_in_use', 'stage_stays'],
  }),
}

type StageFields = StageDraft & { readonly key: string }

export const stageEvents = {
  'stage.added': event<null, StageFields>(null),
  'stage.deleted': event<StageFields, null>(null),
  'stage.changed': event<StageFields, StageFields>(null),
  'stages.reordered': event<{ readonly keys: readonly string[] }, { readonly keys: readonly string[] }>(null),
  'stage.merged': event<{ readonly key: string; readonly leads: number }, { readonly key: string }>(null),
}
