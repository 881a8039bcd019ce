import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { reminderRoutes } from '../api.ts'
import { remindContracts, remindInvitations } from './commands.ts'
import { reminderData } from './personal-data.ts'

const reminderHandlers: Handlers<typeof reminderRoutes> = {
  remindContracts: (call) => remindContracts(call, call.body.ids),
  remindInvitations: (call) => remindInvitations(call, call.body.ids),
}

export const reminderSlice = slice({ routes: reminderRoutes, handlers: reminderHandlers, personalData: reminderData })
