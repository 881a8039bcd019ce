import { Refusal } from '#platform/domain/refusal.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { fieldRoutes } from '../api/fields.ts'
import { isBuiltIn } from '../domain/fields.ts'
import { m } from '../messages/messages.ts'
import * as commands from './commands.ts'
import { planConversion } from './convert-values.ts'
import { presentEdited } from './present.ts'
import { readFields } from './queries.ts'

const fieldsNow = async ({ tx }: Pick<Call, 'tx'>) => ({ fields: (await readFields(tx)).map(presentEdited) })

/** More are counted and not listed. */
const maxUnfitShown = 200

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
  previewField: async ({ tx, params: { key }, body }) => {
    const row = (await readFields(tx)).find((each) => each.key === key)
    if (!row || isBuiltIn(key)) throw new Refusal('not_found', m.noSuchField())
    const { values, unfit } = await planConversion(tx, commands.asValueField(row), { key, ...body })
    const items = unfit.slice(0, maxUnfitShown).map(({ id, ...item }) => ({ leadId: id, ...item }))
    return { values, unfit: unfit.length, items }
  },
  orderFields: async (call) => {
    await commands.orderFields(call, call.body)
    return fieldsNow(call)
  },
  archiveField: async (call) => {
    await commands.archiveField(call, call.params.key)
    return fieldsNow(call)
  },
  bringBackField: async (call) => {
    await commands.bringBackField(call, call.params.key)
    return fieldsNow(call)
  },
  deleteField: (call) => commands.deleteField(call, call.params.key),
}

export const fieldSlice = slice({ routes: fieldRoutes, handlers: fieldHandlers })
