import type { FastifyInstance } from 'fastify'
import type { Lead } from '#contract/leads.ts'
import { leadRoutes } from '#contract/leads.ts'
import { leadAbilities } from '#domain/lead-abilities.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Call, Handlers } from '../http/bind.ts'
import { bind } from '../http/bind.ts'
import { decodeCursor, defaultPageSize, pageOf } from '../http/cursor.ts'
import type { Portal } from '../portal.ts'
import * as commands from './commands.ts'
import type { LeadRecord } from './queries.ts'
import { findLead, leadColumns, listLeads } from './queries.ts'

function presentLead(row: LeadRecord): Lead {
  return {
    id: row.id,
    partner: { id: row.partner_id, name: row.partner_name, deleted: row.partner_deleted_at !== null },
    name: row.name,
    company: row.company,
    email: row.email,
    phone: row.phone,
    website: row.website,
    estimatedAmountCents: row.estimated_amount_cents,
    offerType: row.offer_type,
    notes: row.notes,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    can: leadAbilities(row.commission_status),
  }
}

async function leadNow({ tx }: Pick<Call, 'tx'>, id: string): Promise<Lead> {
  const row = await findLead(tx, id)
  if (!row) throw new Refusal('not_found', "Ce lead n'existe pas ou a été supprimé.")
  return presentLead(row)
}

export const leadHandlers: Handlers<typeof leadRoutes> = {
  listLeads: async ({ tx, actor, query }) => {
    const limit = query.limit ?? defaultPageSize
    const after = query.cursor ? decodeCursor(query.cursor) : null
    const ofAll = actor.kind === 'admin'
    return pageOf(await listLeads(tx, { ...query, ofAll, after, limit }), limit, presentLead)
  },
  leadSummary: async ({ tx, query }) => ({ columns: await leadColumns(tx, query) }),
  getLead: (call) => leadNow(call, call.params.id),
  addLead: async (call) => {
    const { id } = await commands.addLead(call, call.body)
    return leadNow(call, id)
  },
  editLead: async (call) => {
    await commands.editLead(call, call.params.id, call.body)
    return leadNow(call, call.params.id)
  },
  moveLead: async (call) => {
    await commands.moveLead(call, call.params.id, call.body)
    return leadNow(call, call.params.id)
  },
  deleteLead: (call) => commands.deleteLead(call, call.params.id),
}

export function registerLeads(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, leadRoutes, leadHandlers)
}
