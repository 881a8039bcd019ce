import type { FastifyInstance } from 'fastify'
import type { Contract } from '#contract/contracts.ts'
import { contractRoutes } from '#contract/contracts.ts'
import { contractAbilities } from '#domain/contracts.ts'
import { fileKinds } from '#domain/files.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Call, Handlers } from '../http/bind.ts'
import { bind } from '../http/bind.ts'
import { decodeCursor, defaultPageSize, pageOf } from '../http/cursor.ts'
import type { Portal } from '../portal.ts'
import * as commands from './commands.ts'
import { contractFileUrl } from './file-link.ts'
import { registerContractFile } from './file-route.ts'
import type { ContractRecord } from './queries.ts'
import { findContract, listContracts } from './queries.ts'

function presentContract(row: ContractRecord, { actor, portal, now }: Pick<Call, 'actor' | 'portal' | 'now'>): Contract {
  const url = row.link ?? contractFileUrl(portal.config, row.id, now)
  return {
    id: row.id,
    partner: { id: row.user_id, name: row.partner_name, deleted: row.partner_deleted_at !== null },
    contractType: row.contract_type,
    status: row.status,
    title: row.title,
    document: {
      kind: row.link ? 'link' : 'file',
      url,
      fileName: row.file_name,
      mime: row.file_kind && fileKinds[row.file_kind].mime,
      size: row.file_size,
    },
    createdAt: row.created_at.toISOString(),
    signedAt: row.signed_at?.toISOString() ?? null,
    signedBy: row.signed_by,
    can: contractAbilities(row.status, actor.kind === 'admin'),
  }
}

async function contractNow(call: Call, id: string): Promise<Contract> {
  const row = await findContract(call.tx, id)
  if (!row) throw new Refusal('not_found', 'This contract does not exist any more.')
  return presentContract(row, call)
}

export const contractHandlers: Handlers<typeof contractRoutes> = {
  listContracts: async (call) => {
    const limit = call.query.limit ?? defaultPageSize
    const after = call.query.cursor ? decodeCursor(call.query.cursor) : null
    const rows = await listContracts(call.tx, { ...call.query, after, limit })
    return pageOf(rows, limit, (row) => presentContract(row, call))
  },
  assignContract: async (call) => {
    const { id } = await commands.assignContract(call, call.body)
    return contractNow(call, id)
  },
  validateContract: async (call) => {
    await commands.validateContract(call, call.params.id)
    return contractNow(call, call.params.id)
  },
  revokeContract: async (call) => {
    await commands.revokeContract(call, call.params.id)
    return contractNow(call, call.params.id)
  },
  deleteContract: (call) => commands.deleteContract(call, call.params.id),
}

export function registerContracts(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, contractRoutes, contractHandlers)
  registerContractFile(app, portal)
}
