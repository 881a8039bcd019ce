import type { FastifyInstance } from 'fastify'
import type { PersonRow } from '#contract/partners.ts'
import { partnerRoutes } from '#contract/partners.ts'
import { personAbilities } from '#domain/partners.ts'
import { Refusal } from '#domain/refusal.ts'
import { revokeNewestMain, validateNewestMain } from '../contracts/commands.ts'
import type { Call, Handlers } from '../http/bind.ts'
import { bind } from '../http/bind.ts'
import { decodeCursor, defaultPageSize, pageOf } from '../http/cursor.ts'
import type { Portal } from '../portal.ts'
import { personOf } from '../work.ts'
import * as commands from './commands.ts'
import type { PersonRecord } from './queries.ts'
import { findPerson, listPeople, partnerNames } from './queries.ts'

function presentPerson(row: PersonRecord, administratorId: string): PersonRow {
  const state = row.joined_at ? 'active' : 'invited'
  const subject = {
    userId: row.id,
    role: row.role,
    state,
    contract: row.contract,
    openInvitation: row.invitation_expires_at !== null,
  } as const
  return {
    id: row.id,
    fullName: row.full_name,
    email: row.email,
    company: row.company,
    role: row.role,
    state,
    contract: row.contract,
    totalRevenueCents: row.total_revenue_cents,
    joinedAt: (row.joined_at ?? row.created_at).toISOString(),
    invitationExpiresAt: row.invitation_expires_at?.toISOString() ?? null,
    can: personAbilities(subject, administratorId),
  }
}

/** The person's row after a change, as the list shows it. */
async function personNow(call: Call, userId: string): Promise<PersonRow> {
  const row = await findPerson(call.tx, userId)
  if (!row) throw new Refusal('not_found', 'This person does not exist.')
  return presentPerson(row, personOf(call).userId)
}

export const partnerHandlers: Handlers<typeof partnerRoutes> = {
  listPartners: async (call) => {
    const limit = call.query.limit ?? defaultPageSize
    const after = call.query.cursor ? decodeCursor(call.query.cursor) : null
    const rows = await listPeople(call.tx, { search: call.query.search, after, limit })
    return pageOf(rows, limit, (row) => presentPerson(row, personOf(call).userId))
  },
  partnerNames: async ({ tx }) => ({ partners: await partnerNames(tx) }),
  invite: async (call) => {
    const { userId } = await commands.invite(call, call.body)
    return personNow(call, userId)
  },
  resendInvitation: async (call) => {
    await commands.resendInvitation(call, call.params.id)
    return personNow(call, call.params.id)
  },
  withdrawInvitation: (call) => commands.withdrawInvitation(call, call.params.id),
  changeRole: async (call) => {
    await commands.changeRole(call, call.params.id, call.body.role)
    return personNow(call, call.params.id)
  },
  validatePartnerContract: async (call) => {
    await validateNewestMain(call, call.params.id)
    return personNow(call, call.params.id)
  },
  revokePartnerContract: async (call) => {
    await revokeNewestMain(call, call.params.id)
    return personNow(call, call.params.id)
  },
  deletePartner: (call) => commands.deletePartner(call, call.params.id),
}

export function registerPartners(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, partnerRoutes, partnerHandlers)
}
