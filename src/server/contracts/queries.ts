import { sql } from 'kysely'
import type { ContractStatus, ContractType } from '#domain/contracts.ts'
import type { FileKind } from '#domain/files.ts'
import type { Tx } from '../db/database.ts'
import type { Place } from '../http/cursor.ts'

export interface ContractRecord {
  readonly id: string
  readonly user_id: string
  readonly partner_name: string
  readonly partner_deleted_at: Date | null
  readonly contract_type: ContractType
  readonly status: ContractStatus
  readonly title: string
  readonly file_id: string | null
  readonly file_name: string | null
  readonly file_kind: FileKind | null
  readonly file_size: number | null
  readonly link: string | null
  readonly created_at: Date
  readonly signed_at: Date | null
  readonly signed_by: 'manual' | null
}

function contracts(tx: Tx) {
  return tx
    .selectFrom('contracts as c')
    .innerJoin('profiles as p', 'p.user_id', 'c.user_id')
    .leftJoin('files as f', 'f.id', 'c.file_id')
    .selectAll('c')
    .select([
      'p.full_name as partner_name',
      'p.deleted_at as partner_deleted_at',
      'f.name as file_name',
      'f.kind as file_kind',
      'f.size as file_size',
    ])
}

/** A page of contracts, newest first, one row more than asked for. */
export function listContracts(
  tx: Tx,
  filter: { status?: ContractStatus | undefined; partnerId?: string | undefined; after: Place | null; limit: number },
): Promise<ContractRecord[]> {
  let query = contracts(tx)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(filter.limit + 1)
  if (filter.status) query = query.where('c.status', '=', filter.status)
  if (filter.partnerId) query = query.where('c.user_id', '=', filter.partnerId)
  if (filter.after) query = query.where(sql<boolean>`(c.created_at, c.id) < (${filter.after.at}, ${filter.after.id}::uuid)`)
  return query.execute()
}

export function findContract(tx: Tx, id: string): Promise<ContractRecord | undefined> {
  return contracts(tx).where('c.id', '=', id).executeTakeFirst()
}
