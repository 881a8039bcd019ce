import { checkChangedContact, checkContact } from '#leads/refused-contacts/server/guards.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { leadExternalIdRoutes } from '../api/lead-external-ids.ts'
import { m } from '../messages/messages.ts'
import { setLeadExternalId, upsertLead } from './external-ids.ts'
import { leadNow } from './handlers.ts'
import { findLeadId } from './queries.ts'

async function knownLead({ tx }: Call, externalId: string): Promise<string> {
  const id = await findLeadId(tx, externalId)
  if (!id) throw new Refusal('not_found', m.noLeadOfExternalId())
  return id
}

const leadExternalIdHandlers: Handlers<typeof leadExternalIdRoutes> = {
  getLeadByExternalId: async (call) => leadNow(call, await knownLead(call, call.params.externalId)),
  upsertLead: async (call) => {
    const known = await findLeadId(call.tx, call.params.externalId)
    const { email = '', phone = '', company = '' } = call.body
    await (known ? checkChangedContact(call, known, call.body) : checkContact(call, { email, phone, company }))
    const { id, created } = await upsertLead(call, call.params.externalId, call.body)
    return { created, lead: await leadNow(call, id) }
  },
  setLeadExternalId: async (call) => {
    await setLeadExternalId(call, call.params.id, call.body.externalId)
    return leadNow(call, call.params.id)
  },
}

export const leadExternalIdSlice = slice({
  routes: leadExternalIdRoutes,
  handlers: leadExternalIdHandlers,
  constraints: { leads_external_id_once: ['external_id_taken', m.leadExternalIdTaken] },
})
