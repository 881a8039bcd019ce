import { partnerMay } from '#access/domain/abilities.ts'
import { personOf } from '#access/server/acting.ts'
import { type NewestUnread, newestUnread } from '#communication/lead-news/server/queries.ts'
import { pipelineConversion } from '#leads/leads/domain/conversion.ts'
import { leadStats } from '#leads/leads/domain/leads.ts'
import { leadStatsByStatus } from '#leads/leads/server/stats-queries.ts'
import { commissionStats } from '#money/commissions/domain.ts'
import { commissionStatsByStatus } from '#money/commissions/server/queries.ts'
import { recentTerms } from '#money/terms/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { overviewRoutes } from '../api.ts'
import { commissionMonths, topPartners } from './trends.ts'

async function partnerSteps(tx: Tx) {
  const [details, contract] = await Promise.all([
    tx.selectFrom('payment_infos').select('iban_checks_out').executeTakeFirst(),
    tx.selectFrom('contracts').select('id').where('contract_type', '=', 'main').limit(1).executeTakeFirst(),
  ])
  // Details to which nothing can be paid are still to do.
  return { contractAssigned: contract !== undefined, bankDetails: details?.iban_checks_out === true }
}

/** Unread leads that the overview lists. */
const shownUnread = 5

const presentUnread = (rows: readonly NewestUnread[]) => ({
  count: rows[0]?.count ?? 0,
  leads: rows.map((row) => ({
    id: row.id,
    name: row.name,
    company: row.company,
    partner: { id: row.partner_id, name: row.partner_name, deleted: row.partner_deleted_at !== null },
    what: row.what,
    at: row.at.toISOString(),
  })),
})

export const overviewHandlers: Handlers<typeof overviewRoutes> = {
  getOverview: async (call) => {
    const { tx, actor, now } = call
    const isPartner = actor.kind === 'partner'
    const isLocked = isPartner && !actor.contractSigned
    const ofAll = !isPartner
    const [byLeadStatus, byCommissionStatus, unread, steps, terms] = await Promise.all([
      leadStatsByStatus(tx, { ofAll, ofOwn: !partnerMay(actor, 'all_leads') }),
      commissionStatsByStatus(tx, { ofAll, ofOwn: !partnerMay(actor, 'money'), now }),
      isLocked ? [] : newestUnread(tx, { userId: personOf(call).userId, limit: shownUnread }),
      isPartner && partnerMay(actor, 'team') ? partnerSteps(tx) : null,
      isPartner && partnerMay(actor, 'money') ? recentTerms(call, actor.partner.id) : [],
    ])
    const leads = leadStats(byLeadStatus, [])
    const money = commissionStats(byCommissionStatus)
    return {
      totalOpportunities: leads.total,
      contractsSigned: leads.signed,
      totalCommissionsCents: money.totalCents,
      pendingPaymentsCents: money.unpaidCents,
      earnedCents: money.validatedCents + money.paidCents,
      comingCents: money.unpaidCents,
      paidCents: money.paidCents,
      steps: isPartner && steps ? { ...steps, contractSigned: actor.contractSigned, firstLead: leads.total > 0 } : null,
      unread: presentUnread(unread),
      terms,
      pipeline: byLeadStatus,
    }
  },
  getTrends: async ({ tx, actor, now }) => {
    const ofAll = actor.kind !== 'partner'
    const [pipeline, months, top] = await Promise.all([
      leadStatsByStatus(tx, { ofAll, ofOwn: !partnerMay(actor, 'all_leads') }),
      commissionMonths(tx, now, ofAll),
      ofAll ? topPartners(tx) : null,
    ])
    return { months, pipeline, conversion: pipelineConversion(pipeline), topPartners: top }
  },
}

export const overviewSlice = slice({ routes: overviewRoutes, handlers: overviewHandlers })
