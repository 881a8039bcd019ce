import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { leadSettingsQuery } from '#leads/lead-settings/web/data.ts'
import { queryClient } from '#platform/web/app/queries/query-client.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { type EditedStage, type newStageForm, type stageForm, stageRoutes } from '../api/stages.ts'

/** The stages with their names in every language, as staff edit them. */
export const stagesQuery = queryOptions({ queryKey: ['stages'], queryFn: () => call(stageRoutes.listStages, {}) })

interface StageList {
  readonly stages: EditedStage[]
}

/** Shows what a change answers, also on the pages below. What somebody else has changed meanwhile is read again. */
async function show(change: Promise<StageList>): Promise<void> {
  try {
    queryClient.setQueryData(stagesQuery.queryKey, await change)
    void queryClient.invalidateQueries({ queryKey: leadSettingsQuery.queryKey })
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'invalid_input') {
      await queryClient.invalidateQueries({ queryKey: stagesQuery.queryKey })
    }
    throw error
  }
}

export const addStage = (body: z.input<typeof newStageForm>) => show(call(stageRoutes.addStage, { body }))
export const changeStage = (key: string, body: z.input<typeof stageForm>) =>
  show(call(stageRoutes.changeStage, { params: { key }, body }))
export const orderStages = (keys: string[], expected: string[]) =>
  show(call(stageRoutes.orderStages, { body: { keys, expected } }))
export const mergeStage = (key: string, into: string, leads: number) =>
  show(call(stageRoutes.mergeStage, { params: { key }, body: { into, leads } }))
