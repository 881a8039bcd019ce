import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { showChange } from '#platform/web/app/queries/shown-change.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { type newStageForm, type stageForm, stageRoutes } from '../api/stages.ts'

/** The stages with their names in every language, as staff edit them. */
export const stagesQuery = queryOptions({ queryKey: ['stages'], queryFn: () => call(stageRoutes.listStages, {}) })

const show = (change: Promise<object>) => showChange(stagesQuery.queryKey, change)

export const addStage = (body: z.input<typeof newStageForm>) => show(call(stageRoutes.addStage, { body }))
export const changeStage = (key: string, body: z.input<typeof stageForm>) =>
  show(call(stageRoutes.changeStage, { params: { key }, body }))
export const orderStages = (keys: string[], expected: string[]) =>
  show(call(stageRoutes.orderStages, { body: { keys, expected } }))
export const mergeStage = (key: string, into: string, leads: number) =>
  show(call(stageRoutes.mergeStage, { params: { key }, body: { into, leads } }))
