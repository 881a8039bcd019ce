import { nobody } from '#access/domain/personal-data.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { stageRoutes } from '../api/stages.ts'
import { saveStages } from './commands.ts'
import { stageBackgroundHandlers } from './event-handlers.ts'
import { presentEdited } from './present.ts'
import { readStages, readStageTotals, unusedStages } from './queries.ts'

async function stagesNow({ tx }: Pick<Call, 'tx'>) {
  const [stages, totals, unused] = await Promise.all([readStages(tx), readStageTotals(tx), unusedStages(tx)])
  return {
    stages: stages.map((row) =>
      presentEdited(row, { leads: totals.get(row.key)?.count ?? 0, isUsed: !unused.includes(row.key) }),
    ),
  }
}

const stageHandlers: Handlers<typeof stageRoutes> = {
  listStages: stagesNow,
  saveStages: async (call) => {
    const merged = await saveStages(call, call.body)
    return { ...(await stagesNow(call)), merged }
  },
}

export const stageSlice = slice({
  routes: stageRoutes,
  handlers: stageHandlers,
  background: stageBackgroundHandlers,
  personalData: {
    lead_stages:
      nobody(`key name names colour place counts_as_call partner_enters partner_leaves staff_enters staff_leaves asks archived_at
        merged_into changed_at stale_after_days`),
  },
})
