import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { leadNoticeRoutes } from '../api.ts'
import { settleNotice } from './commands.ts'
import { leadNoticeData } from './personal-data.ts'
import { readNotice } from './queries.ts'

const leadNoticeHandlers: Handlers<typeof leadNoticeRoutes> = {
  getLeadNotice: (call) => readNotice(call, call.params.id),
  settleLeadNotice: async (call) => {
    await settleNotice(call, call.params.id, call.body)
    return readNotice(call, call.params.id)
  },
}

export const leadNoticeSlice = slice({
  routes: leadNoticeRoutes,
  handlers: leadNoticeHandlers,
  personalData: leadNoticeData,
})
