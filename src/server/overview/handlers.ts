import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { overviewRoutes } from '#api/overview.ts'
import { commissionStats } from '#domain/commissions.ts'
import { pipelineConversion } from '#domain/conversion.ts'
import { leadStats } from '#domain/leads.ts'
import { commissionStatsByStatus } from '../commissions/queries.ts'
import type { Tx } from '../db/database.ts'
import type { Handlers } from '../http/bind.ts'
import { bind } from '../http/bind.ts'
import { leadStatsByStatus } from '../leads/queries.ts'
import type { Portal } from '../portal.ts'
import { commissionTasks, staffTasks } from './inbox.ts'
import { commissionMonths, topPartners } from './trends.ts'

/**
 * The next date on which validated commissions are due, and the amount of that day (UTC) less what was taken back and not settled
 * yet. Commissions that are held or contested wait for no date.
 */
async function nextPayment(tx: Tx) {
  const { rows } = await sql<{ first: Date | null; cents: number | null }>`
    select first, (
      select sum(amount_cents)::bigint from commissions
      where status = 'valide' and held_reason is null and not disputed and payable_by >= first
        and payable_by < date_trunc('day', first, 'UTC') + interval '24 hours'
    ) + (
      select coalesce(sum(amount_cents), 0)::bigint from commissions
      where status = 'valide' and held_reason is null and not disputed and payable_by is null
    ) as cents
    from (
      select min(payable_by) as first from commissions where status = 'valide' and held_reason is null and not disputed
    ) earliest`.execute(tx)
  const [row] = rows
  return row?.first ? { payableBy: row.first.toISOString(), amountCents: Math.max(0, row.cents ?? 0) } : null
}

async function partnerSteps(tx: Tx) {
  const [details, contract] = await Promise.all([
    tx.selectFrom('payment_infos').select('partner_id').executeTakeFirst(),
    tx.selectFrom('contracts').select('id').where('contract_type', '=', 'main').limit(1).executeTakeFirst(),
  ])
  return { contractAssigned: contract !== undefined, bankDetails: details !== undefined }
}

export const overviewHandlers: Handlers<typeof overviewRoutes> = {
  getOverview: async ({ tx, actor, now }) => {
    const isPartner = actor.kind === 'partner'
    const ofAll = !isPartner
    const [byLeadStatus, byCommissionStatus, next, tasks, steps] = await Promise.all([
      leadStatsByStatus(tx, { ofAll }),
      commissionStatsByStatus(tx, { ofAll }),
      nextPayment(tx),
      isPartner ? null : staffTasks(tx, now),
      isPartner ? partnerSteps(tx) : null,
    ])
    const leads = leadStats(byLeadStatus)
    const money = commissionStats(byCommissionStatus)
    return {
      totalOpportunities: leads.total,
      contractsSigned: leads.signed,
      totalCommissionsCents: money.totalCents,
      pendingPaymentsCents: money.unpaidCents,
      earnedCents: money.validatedCents + money.paidCents,
      comingCents: money.unpaidCents,
      paidCents: money.paidCents,
      nextPayment: next,
      steps: isPartner && steps ? { ...steps, contractSigned: actor.contractSigned, firstLead: leads.total > 0 } : null,
      inbox: tasks && { ...tasks, ...commissionTasks(byCommissionStatus) },
    }
  },
  getTrends: async ({ tx, actor, now }) => {
    const ofAll = actor.kind !== 'partner'
    const [pipeline, months, top] = await Promise.all([
      leadStatsByStatus(tx, { ofAll }),
      commissionMonths(tx, now, ofAll),
      ofAll ? topPartners(tx) : null,
    ])
    return { months, pipeline, conversion: pipelineConversion(pipeline), topPartners: top }
  },
}

export function registerOverview(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, overviewRoutes, overviewHandlers)
}
