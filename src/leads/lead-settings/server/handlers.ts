import { readFields } from '#leads/fields/server/queries.ts'
import { readOffers } from '#leads/offers/server/queries.ts'
import { readStages } from '#leads/stages/server/queries.ts'
import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { leadSettingsRoutes } from '../api.ts'
import { presentReadable, presentReadableField, presentReadableStage } from './present.ts'

const leadSettingsHandlers: Handlers<typeof leadSettingsRoutes> = {
  leadSettings: async ({ tx, actor }) => {
    const isStaff = actor.kind === 'admin'
    const [offers, stages, fields] = await Promise.all([readOffers(tx), readStages(tx), readFields(tx)])
    return {
      offers: offers.map((row) => presentReadable(row, isStaff)),
      stages: stages.map((row) => presentReadableStage(row, isStaff)),
      fields: fields.map((row) => presentReadableField(row, isStaff)),
    }
  },
}

export const leadSettingsSlice = slice({ routes: leadSettingsRoutes, handlers: leadSettingsHandlers })
