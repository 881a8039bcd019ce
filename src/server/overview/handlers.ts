import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { overviewRoutes } from '#api/overview.ts'
import { commissionStats, payableBy } from '#domain/commissions.ts'
import { pipelineConversion } from '#domain/conversion.ts'
import { leadStats } from '#domain/leads.ts'
import { commissionStatsByStatus } from '../commissions/queries.ts'
import type { Tx } from '../db/database.ts'
import type { Handlers } from '../http/bind.ts'
import { bind } from '../http/bind.ts'
import { leadStatsByStatus } from '../leads/queries.ts'
import type { Portal } from '../portal.ts'
import { waitingForStaff } from './inbox.ts'
import { commissionMonths, topPartners } from './trends.ts'

/** The next due date of validated commissions and the amount due on that day (UTC). */
async function nextPayment(tx: Tx) {
  const first = sql<Date>`(select min(validated_at) from commissions where status = 'valide')`
  const row = await tx
    .selectFrom('commissions')
    .select([sql<Date | null>`min(validated_at)`.as('first'), sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents')])
    .where('status', '=', 'valide')
    .where('validated_at', '<', sql<Date>`date_trunc('day', ${first}, 'UTC') + interval '24 hours'`)
    .executeTakeFirst()
  return row?.first ? { payableBy: payableBy(row.first).toISOString(), amountCents: row.cents } : null
}

async function partnerSteps(tx: Tx, contractSigned: boolean, leads: number) {
  const details = await tx.selectFrom('payment_infos').select('partner_id').executeTakeFirst()
  const contract = await tx.selectFrom('contracts').select('id').where('contract_type', '=', 'main').executeTakeFirst()
  return { contractAssigned: contract !== undefined, contractSigned, bankDetails: details !== undefined, firstLead: leads > 0 }
}

export const overviewHandlers: Handlers<typeof overviewRoutes> = {
  getOverview: async ({ tx, actor, now }) => {
    const leads = leadStats(await leadStatsByStatus(tx, {}))
    const money = commissionStats(await commissionStatsByStatus(tx))
    const isPartner = actor.kind === 'partner'
    return {
      totalOpportunities: leads.total,
      contractsSigned: leads.signed,
      totalCommissionsCents: money.totalCents,
      pendingPaymentsCents: money.unpaidCents,
      earnedCents: money.validatedCents + money.paidCents,
      comingCents: money.unpaidCents,
      paidCents: money.paidCents,
      nextPayment: await nextPayment(tx),
      steps: isPartner ? await partnerSteps(tx, actor.contractSigned, leads.total) : null,
      inbox: isPartner ? null : await waitingForStaff(tx, now),
    }
  },
  getTrends: async ({ tx, actor, now }) => {
    const pipeline = await leadStatsByStatus(tx, {})
    return {
      months: await commissionMonths(tx, now),
      pipeline,
      conversion: pipelineConversion(pipeline),
      topPartners: actor.kind === 'partner' ? null : await topPartners(tx),
    }
  },
}

export function registerOverview(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, overviewRoutes, overviewHandlers)
}
