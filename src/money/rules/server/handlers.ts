import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { ruleRoutes } from '../api/rules.ts'
import { endRecurring } from './ending-commands.ts'
import { ruleData } from './personal-data.ts'
import { previewRule } from './preview.ts'
import { publishRule, withdrawRule } from './rule-commands.ts'
import { listRules } from './rule-queries.ts'
import { recordClientLeft } from './staff-commands.ts'

const ruleHandlers: Handlers<typeof ruleRoutes> = {
  listRules: (call) => listRules(call, call.query.partnerId),
  publishRule: async (call) => {
    await publishRule(call, call.body)
    return listRules(call)
  },
  withdrawRule: async (call) => {
    await withdrawRule(call, call.params.id, call.params.version)
    return listRules(call)
  },
  previewRule: (call) => previewRule(call, call.body),
  clientLeft: (call) => recordClientLeft(call, call.params.id, call.body),
  endRecurring: async (call) => ({ leads: await endRecurring(call, call.params.id) }),
}

export const ruleSlice = slice({ routes: ruleRoutes, handlers: ruleHandlers, personalData: ruleData })
