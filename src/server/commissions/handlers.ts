import type { FastifyInstance } from 'fastify'
import type { Commission } from '#contract/commissions.ts'
import { commissionRoutes } from '#contract/commissions.ts'
import type { Actor } from '#domain/actor.ts'
import { commissionAbilities, payableAt } from '#domain/commissions.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Call, Handlers } from '../http/bind.ts'
import { bind } from '../http/bind.ts'
import { decodeCursor, defaultPageSize, pageOf } from '../http/cursor.ts'
import type { Portal } from '../portal.ts'
import * as commands from './commands.ts'
import type { CommissionRecord } from './queries.ts'
import { activePartners, commissionsByStatus, findCommission, listCommissions } from './queries.ts'

function presentCommission(row: CommissionRecord, actor: Actor): Commission {
  return {
    id: row.id,
    partner: { id: row.partner_id, name: row.partner_name, deleted: row.partner_deleted_at !== null },
    lead: row.lead_id ? { id: row.lead_id, name: row.lead_name ?? '', company: row.lead_company ?? '' } : null,
    revenueCents: row.revenue_cents,
    commissionRate: Number(row.commission_rate),
    tierName: row.tier_name,
    amountCents: row.amount_cents,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    validatedAt: row.validated_at?.toISOString() ?? null,
    payableAt: row.validated_at && payableAt(row.validated_at).toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
    can: commissionAbilities(row.status, actor.kind === 'admin'),
  }
}

async function commissionNow({ tx, actor }: Call, id: string): Promise<Commission> {
  const row = await findCommission(tx, id)
  if (!row) throw new Refusal('not_found', 'This commission does not exist any more.')
  return presentCommission(row, actor)
}

export const commissionHandlers: Handlers<typeof commissionRoutes> = {
  listCommissions: async ({ tx, actor, query }) => {
    const limit = query.limit ?? defaultPageSize
    const after = query.cursor ? decodeCursor(query.cursor) : null
    return pageOf(await listCommissions(tx, { ...query, after, limit }), limit, (row) => presentCommission(row, actor))
  },
  commissionSummary: async ({ tx }) => ({
    byStatus: await commissionsByStatus(tx),
    activePartners: await activePartners(tx),
  }),
  validateCommission: async (call) => {
    await commands.validateCommission(call, call.params.id)
    return commissionNow(call, call.params.id)
  },
  payCommission: async (call) => {
    await commands.payCommission(call, call.params.id)
    return commissionNow(call, call.params.id)
  },
}

export function registerCommissions(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, commissionRoutes, commissionHandlers)
}
