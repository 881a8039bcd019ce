import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { fieldRoutes } from '../api/fields.ts'
import { m } from '../messages/messages.ts'
import { saveFields } from './commands.ts'
import { presentEdited } from './present.ts'
import { readFields } from './queries.ts'

const fieldsNow = async ({ tx }: Pick<Call, 'tx'>) => ({ fields: (await readFields(tx)).map(presentEdited) })

const fieldHandlers: Handlers<typeof fieldRoutes> = {
  listFields: fieldsNow,
  saveFields: async (call) => {
    const converted = await saveFields(call, call.body)
    return { ...(await fieldsNow(call)), converted }
  },
}

export const fieldSlice = slice({
  routes: fieldRoutes,
  handlers: fieldHandlers,
  constraints: {
    lead_fields_on_card: ['invalid_input', m.fieldsOnCard, 'onCard'],
    lead_fields_stay: ['invalid_input', m.fieldsStay, 'required'],
  },
})
