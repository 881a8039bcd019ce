import type { FastifyInstance } from 'fastify'
import { bind, type Call, type Handlers } from '#platform/server/http/bind.ts'
import type { Portal } from '#platform/server/portal.ts'
import { fieldRoutes } from '../api/fields.ts'
import * as commands from './commands.ts'
import { presentEdited } from './present.ts'
import { readFields } from './queries.ts'

const fieldsNow = async ({ tx }: Pick<Call, 'tx'>) => ({ fields: (await readFields(tx)).map(presentEdited) })

const fieldHandlers: Handlers<typeof fieldRoutes> = {
  listFields: fieldsNow,
  addField: async (call) => {
    await commands.addField(call, call.body)
    return fieldsNow(call)
  },
  changeField: async (call) => {
    await commands.changeField(call, call.params.key, call.body)
    return fieldsNow(call)
  },
  orderFields: async (call) => {
    await commands.orderFields(call, call.body)
    return fieldsNow(call)
  },
  putAwayField: async (call) => {
    await commands.putAwayField(call, call.params.key)
    return fieldsNow(call)
  },
  bringBackField: async (call) => {
    await commands.bringBackField(call, call.params.key)
    return fieldsNow(call)
  },
  deleteField: (call) => commands.deleteField(call, call.params.key),
}

export function registerFields(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, fieldRoutes, fieldHandlers)
}
