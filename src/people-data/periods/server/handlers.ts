import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { periodRoutes } from '../api.ts'
import { choosePeriod, confirmPeriods } from './commands.ts'
import { periodData } from './personal-data.ts'
import { periodState } from './queries.ts'

const handlers: Handlers<typeof periodRoutes> = {
  listPeriods: ({ tx, now }) => periodState(tx, now),
  choosePeriod: (call) => choosePeriod(call, call.params.name, call.body),
  confirmPeriods: (call) => confirmPeriods(call, call.body.days),
}

export const periodSlice = slice({ routes: periodRoutes, handlers, personalData: periodData })
