import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { type Programme, programmeRoutes } from '../api.ts'
import { saveProgramme } from './commands.ts'
import { programmeData } from './personal-data.ts'
import { presentProgramme } from './present.ts'
import { programmeSettings } from './queries.ts'
import { timeZones } from './time-zones.ts'

const programmeNow = async ({ tx, portal }: Call): Promise<Programme> =>
  presentProgramme(portal.config, await programmeSettings(tx))

const programmeHandlers: Handlers<typeof programmeRoutes> = {
  getProgramme: programmeNow,
  saveProgramme: async (call) => {
    await saveProgramme(call, call.portal.config, call.body)
    return programmeNow(call)
  },
  timeZones: async ({ tx }) => ({ timeZones: await timeZones(tx) }),
}

export const programmeSlice = slice({ routes: programmeRoutes, handlers: programmeHandlers, personalData: programmeData })
