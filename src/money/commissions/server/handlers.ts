import { partnerMay } from '#access/domain/abilities.ts'
import {
  findOwnOrFormer,
  formerPartners,
  readAsFormer,
  readAsFormerByCommission,
} from '#accounts/people/server/former-queries.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { sortedPage } from '#platform/server/http/lists/listing.ts'
import { dryRun } from '#platform/server/transaction.ts'
import { type Commission, commissionRoutes } from '../api/commissions.ts'
import { m } from '../messages/messages.ts'
import { payCommissions, validateCommissions, validationEffect } from './bulk.ts'
import { validateCommission } from './commands.ts'
import { addCommission, correctCommission, removeCommission } from './correction-commands.ts'
import { commissionEventHandlers } from './event-handlers.ts'
import { commissionsAsRead, commissionsCsv } from './export.ts'
import { commissionHistory } from './history.ts'
import { holdCommission, releaseCommission } from './hold-commands.ts'
import { payCommission } from './payment-commands.ts'
import { commissionData } from './personal-data.ts'
import { presentCommission } from './present.ts'
import { activePartners, commissionStatsByStatus, findCommission } from './queries.ts'
import { reverseCommission } from './reversal-commands.ts'

/** After a change, which is by staff. */
async function commissionNow({ tx, actor }: Call, id: string): Promise<Commission> {
  const row = await findCommission(tx, id)
  if (!row) throw new Refusal('not_found', m.commissionGone())
  return presentCommission(row, actor, null)
}

export const commissionHandlers: Handlers<typeof commissionRoutes> = {
  listCommissions: async (call) => {
    const { query, actor } = call
    const [rows, outlook] = await commissionsAsRead(call, query)
    return sortedPage(rows, query.limit, (row) => presentCommission(row, actor, outlook))
  },
  commissionSummary: async ({ tx, actor, now, query }) => {
    const filter = { ...query, now, ofAll: actor.kind === 'admin', ofOwn: !partnerMay(actor, 'money') }
    const [former, [byStatus, active]] = await Promise.all([
      formerPartners({ tx, actor }),
      readAsFormer({ tx, actor }, query.partnerId, () => Promise.all([commissionStatsByStatus(tx, filter), activePartners(tx)])),
    ])
    return { byStatus, activePartners: active, former }
  },
  commissionHistory: async (call) => {
    const { id } = call.params
    const row = await findOwnOrFormer(call, id, readAsFormerByCommission, () => findCommission(call.tx, id))
    if (!row) throw new Refusal('not_found', m.commissionGone())
    // A clawback is explained by the commission that it takes back from.
    const read = () => commissionHistory(call.tx, row.reverses_id ? [row.reverses_id, id] : [id])
    return { events: await (call.actor.kind === 'partner' ? readAsFormerByCommission(call, id, read) : read()) }
  },
  addCommission: async (call) => {
    const { id } = await addCommission(call, call.body)
    return commissionNow(call, id)
  },
  correctCommission: async (call) => {
    await correctCommission(call, call.params.id, call.body)
    return commissionNow(call, call.params.id)
  },
  removeCommission: (call) => removeCommission(call, call.params.id),
  validationEffect: ({ portal, actor, body }) => dryRun(portal, actor, (context) => validationEffect(context, body.ids)),
  validateCommissions: (call) => validateCommissions(call, call.body),
  payCommissions: (call) => payCommissions(call, call.body),
  validateCommission: async (call) => {
    const validated = await validateCommission(call, call.params.id, call.body)
    return { ...(await commissionNow(call, call.params.id)), validated }
  },
  payCommission: async (call) => {
    await payCommission(call, call.params.id, call.body)
    return commissionNow(call, call.params.id)
  },
  reverseCommission: async (call) => {
    const { id } = await reverseCommission(call, call.params.id, call.body)
    return commissionNow(call, id)
  },
  holdCommission: async (call) => {
    await holdCommission(call, call.params.id, call.body)
    return commissionNow(call, call.params.id)
  },
  releaseCommission: async (call) => {
    await releaseCommission(call, call.params.id)
    return commissionNow(call, call.params.id)
  },
  commissionsCsv,
}

export const commissionSlice = slice({
  routes: commissionRoutes,
  handlers: commissionHandlers,
  mails: commissionEventHandlers,
  constraints: {
    commissions_own: ['own_commission', m.ownCommission],
    commissions_clawback_bound: ['commissions_changed', m.clawbackChanged],
    commissions_own_terms: ['commissions_changed', m.tierChanged],
    commissions_deal_once: ['commission_exists', m.commissionExists],
    commissions_disputed: ['commission_disputed', m.commissionDisputed],
    commissions_payout_not_held: ['commission_in_payout', m.partOfPayout],
  },
  personalData: commissionData,
})
