import type { Contract } from '#contract/contracts.ts'
import { contractAbilities } from '#domain/contracts.ts'
import { fileKinds } from '#domain/files.ts'
import type { Call } from '../http/bind.ts'
import { contractFileUrl } from './file-link.ts'
import type { ContractRecord } from './queries.ts'

/** The only door out for a contract's row. */
export function presentContract(row: ContractRecord, { actor, portal, now }: Pick<Call, 'actor' | 'portal' | 'now'>): Contract {
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
