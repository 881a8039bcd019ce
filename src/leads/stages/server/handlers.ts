import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { stageRoutes } from '../api/stages.ts'
import * as commands from './commands.ts'
import { stageBackgroundHandlers } from './event-handlers.ts'
import { presentEdited } from './present.ts'
import { countLeadsByStage, readStages } from './queries.ts'

async function stagesNow({ tx }: Pick<Call, 'tx'>) {
  const [stages, leads] = await Promise.all([readStages(tx), countLeadsByStage(tx)])
  return { stages: stages.map((row) => presentEdited(row, leads.get(row.key) ?? 0)) }
}

const stageHandlers: Handlers<typeof stageRoutes> = {
  listStages: stagesNow,
  addStage: async (call) => {
    await commands.addStage(call, call.body)
    return stagesNow(call)
  },
  changeStage: async (call) => {
    await commands.changeStage(call, call.params.key, call.body)
    return stagesNow(call)
  },
  orderStages: async (call) => {
    await commands.orderStages(call, call.body)
    return stagesNow(call)
  },
  mergeStage: async (call) => {
    await commands.mergeStage(call, call.params.key, call.body)
    return stagesNow(call)
  },
}

export const stageSlice = slice({ routes: stageRoutes, handlers: stageHandlers, background: stageBackgroundHandlers })
