import { partnerOf, personOf } from '#access/server/acting.ts'
import { refuseSoonAfterAppointment } from '#accounts/auth/server/guards.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { billingRoutes } from '../api.ts'
import { m } from '../messages/messages.ts'
import { correctBilling, saveBilling } from './commands.ts'
import { billingData } from './personal-data.ts'
import { presentBilling, presentSuggestion } from './present.ts'
import { billingSuggestion, findBillingProfile, partnerBilling } from './queries.ts'

const billingHandlers: Handlers<typeof billingRoutes> = {
  getBilling: async (call) => {
    const partnerId = partnerOf(call).id
    const [row, suggestion] = await Promise.all([findBillingProfile(call.tx, partnerId), billingSuggestion(call.tx, partnerId)])
    return { profile: row ? presentBilling(row) : null, suggested: presentSuggestion(suggestion) }
  },
  saveBilling: async (call) => {
    await refuseSoonAfterAppointment(call, personOf(call).userId)
    return saveBilling(call, call.body)
  },
  getPartnerBilling: async ({ tx, params }) => {
    const row = await partnerBilling(tx, params.id)
    if (!row) throw new Refusal('not_found', m.noBillingData())
    return { partnerId: row.partner_id, ...presentBilling(row) }
  },
  correctBilling: (call) => correctBilling(call, call.params.id, call.body),
}

export const billingSlice = slice({ routes: billingRoutes, handlers: billingHandlers, personalData: billingData })
