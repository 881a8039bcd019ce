import {
  findOwnOrFormer,
  formerPartners,
  readAsFormer,
  readAsFormerByCommission,
} from '#accounts/people/server/former-queries.ts'
import { isUnanswered } from '#leads/registrations/domain/registrations.ts'
import { findRegistration } from '#leads/registrations/server/queries.ts'
import { bonusesOfValidation, linesWith } from '#money/rules/server/staff-commands.ts'
import { currentTier } from '#money/tiers/domain/tiers.ts'
import { allTiers, tierRevenue } from '#money/tiers/server/queries.ts'
import { nameIn } from '#platform/domain/names.ts'
import { partnerMay } from '#platform/domain/partner-abilities.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { sortedPage } from '#platform/server/http/lists/listing.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { type Commission, commissionRoutes } from '../api/commissions.ts'
import { m } from '../messages/messages.ts'
import { payCommissions, validateCommissions } from './bulk.ts'
import { validateCommission } from './commands.ts'
import { addCommission, correctCommission, removeCommission } from './correction-commands.ts'
import { commissionEventHandlers } from './event-handlers.ts'
import { commissionsCsv } from './export.ts'
import { commissionHistory } from './history.ts'
import { holdCommission, releaseCommission } from './hold-commands.ts'
import { payCommission } from './payment-commands.ts'
import { presentCommission } from './present.ts'
import { activePartners, commissionStatsByStatus, findCommission, listCommissions } from './queries.ts'
import { reverseCommission } from './reversal-commands.ts'
import { togetherOf } from './together.ts'

async function commissionNow({ tx, actor }: Call, id: string): Promise<Commission> {
  const row = await findCommission(tx, id)
  if (!row) throw new Refusal('not_found', m.commissionGone())
  return presentCommission(row, actor)
}

export const commissionHandlers: Handlers<typeof commissionRoutes> = {
  listCommissions: async ({ tx, actor, now, query }) => {
    const filter = { ...query, now, ofAll: actor.kind === 'admin' }
    const rows = await readAsFormer({ tx, actor }, query.partnerId, () => listCommissions(tx, filter))
    return sortedPage(rows, query.limit, (row) => presentCommission(row, actor))
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
  validationEffect: (call) => validationEffect(call, call.params.id),
  addCommission: async (call) => {
    const { id } = await addCommission(call, call.body)
    return commissionNow(call, id)
  },
  correctCommission: async (call) => {
    await correctCommission(call, call.params.id, call.body)
    return commissionNow(call, call.params.id)
  },
  removeCommission: (call) => removeCommission(call, call.params.id),
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

export const commissionSlice = slice({ routes: commissionRoutes, handlers: commissionHandlers, mails: commissionEventHandlers })

/**
 * What validating this commission does: all lines that become valid with it, its partner's revenue and tier before and after, and
 * the registration that it accepts; no change if it is already settled.
 */
async function validationEffect(context: Pick<TransactionContext, 'tx' | 'now'>, commissionId: string) {
  const { tx } = context
  const commission = await tx
    .selectFrom('commissions')
    .select(['id', 'partner_id', 'revenue_cents', 'amount_cents', 'status', 'lead_id', 'rule_id', 'reason'])
    .where('id', '=', commissionId)
    .executeTakeFirst()
  if (!commission) throw new Refusal('not_found', m.commissionGone())
  const tiers = await allTiers(tx)
  const revenue = await tierRevenue(tx, commission.partner_id)
  const tierAt = (totalRevenueCents: number) => {
    const tier = currentTier(tiers, totalRevenueCents)
    return { totalRevenueCents, tierName: tier && nameIn(tier), commissionRate: tier?.commissionRate ?? null }
  }
  const isPending = commission.status === 'en_attente'
  const isByRule = isPending && commission.reason !== null
  const others = isByRule ? await linesWith(tx, commission).select(['amount_cents', 'revenue_cents']).execute() : []
  const bonuses = isByRule ? await bonusesOfValidation(context, commission) : []
  const lines = isPending ? [commission, ...others] : []
  const registration = isPending && commission.lead_id ? await findRegistration(tx, commission.lead_id) : null
  return {
    validates: togetherOf([...lines, ...bonuses]),
    before: tierAt(revenue),
    after: tierAt(lines.reduce((sum, { revenue_cents: cents }) => sum + cents, revenue)),
    acceptsRegistration: registration && isUnanswered(registration.state) ? registration.number : null,
  }
}
