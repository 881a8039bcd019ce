import { queryOptions } from '@tanstack/react-query'
import { showChange } from '#platform/web/app/queries/shown-change.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { itemError } from '#platform/web/app/requests/api-error.ts'
import { type EditedStage, stageRoutes, type WrittenStage, writtenStage } from '../api/stages.ts'

/** The stages with their names in every language, as staff edit them. */
export const stagesQuery = queryOptions({ queryKey: ['stages'], queryFn: () => call(stageRoutes.listStages, {}) })

const bodyOf = (wanted: readonly WrittenStage[], read: readonly EditedStage[]) => ({
  stages: wanted.map(writtenStage),
  expected: read.map((stage) => ({ ...writtenStage(stage), leads: stage.leads })),
})

/** Saves the list that was read as it is to be; errors of the edited stage are those of its form. */
export async function saveStages(wanted: readonly WrittenStage[], read: readonly EditedStage[], edited = ''): Promise<void> {
  try {
    await showChange(stagesQuery.queryKey, call(stageRoutes.saveStages, { body: bodyOf(wanted, read) }), ['lead-settings'])
  } catch (error) {
    throw itemError(error, `stages.${wanted.findIndex(({ key }) => key === edited)}`)
  }
}

/** The list with one stage merged into another one. */
export const withMerged = (stages: readonly EditedStage[], key: string, into: string): readonly EditedStage[] =>
  stages.map((stage) => (stage.key === key ? { ...stage, archivedAt: new Date().toISOString(), mergedInto: into } : stage))

/** What would follow if one stage were merged into another one; asked of the server, which saves nothing. */
export const mergeEffectQuery = (stages: readonly EditedStage[], key: string, into: string) =>
  queryOptions({
    queryKey: ['stages', 'merge', key, into],
    queryFn: async () => {
      const body = { ...bodyOf(withMerged(stages, key, into), stages), dryRun: true }
      return (await call(stageRoutes.saveStages, { body })).merged.find((each) => each.key === key) ?? null
    },
  })
