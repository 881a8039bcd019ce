import { nobody } from '#access/domain/personal-data.ts'
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
  personalData: {
    lead_fields: nobody(`key kind name names help helps options required required_from partner_access staff_edits on_introductions
        searchable on_card in_list about_person place archived_at used_at changed_at column_name required_at_start
        column_searched`),
  },
})
