import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { overviewRoutes } from '#contract/overview.ts'
import { commissionFigures, payableAt } from '#domain/commissions.ts'
import { leadFigures } from '#domain/leads.ts'
import { commissionsByStatus } from '../commissions/queries.ts'
import type { Tx } from '../db/database.ts'
import type { Handlers } from '../http/bind.ts'
import { bind } from '../http/bind.ts'
import { leadColumns } from '../leads/queries.ts'
import type { Portal } from '../portal.ts'

/** When the validated commission that is due first is due, and what is due on that day (UTC, whatever the server's zone). */
async function nextPayment(tx: Tx) {
  const row = await tx
    .selectFrom('commissions')
    .select([
      sql<Date | null>`min(validated_at)`.as('first'),
      sql<number>`coalesce(sum(amount_cents) filter (
        where date_trunc('day', validated_at, 'UTC')
          = (select date_trunc('day', min(validated_at), 'UTC') from commissions where status = 'valide')
      ), 0)::bigint`.as('cents'),
    ])
    .where('status', '=', 'valide')
    .executeTakeFirst()
  return row?.first ? { payableAt: payableAt(row.first).toISOString(), amountCents: row.cents } : null
}

async function partnerSteps(tx: Tx, contractSigned: boolean, leads: number) {
  const details = await tx.selectFrom('payment_infos').select('partner_id').executeTakeFirst()
  return { contractSigned, bankDetails: details !== undefined, firstLead: leads > 0 }
}

async function waitingForStaff(tx: Tx) {
  const byStatus = await commissionsByStatus(tx)
  const of = (status: string) => byStatus.find((row) => row.status === status)
  const { contracts, invitations } = await tx
    .selectNoFrom([
      sql<number>`(select count(*) from contracts where status = 'en_attente')`.as('contracts'),
      sql<number>`(select count(*) from invitations where accepted_at is null and withdrawn_at is null)`.as('invitations'),
    ])
    .executeTakeFirstOrThrow()
  return {
    contractsToValidate: contracts,
    commissionsToValidate: of('en_attente')?.count ?? 0,
    commissionsToValidateCents: of('en_attente')?.amountCents ?? 0,
    commissionsToPay: of('valide')?.count ?? 0,
    commissionsToPayCents: of('valide')?.amountCents ?? 0,
    invitationsPending: invitations,
  }
}

export const overviewHandlers: Handlers<typeof overviewRoutes> = {
  getOverview: async ({ tx, actor }) => {
    const leads = leadFigures(await leadColumns(tx, {}))
    const money = commissionFigures(await commissionsByStatus(tx))
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
      inbox: isPartner ? null : await waitingForStaff(tx),
    }
  },
}

export function registerOverview(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, overviewRoutes, overviewHandlers)
}
