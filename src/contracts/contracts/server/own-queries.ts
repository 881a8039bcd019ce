import { sql } from 'kysely'
import { keptQuery } from '#platform/server/db/kept-query.ts'
import type { ContractType } from '../domain/contracts.ts'
import { newestMainId, waitsForMain } from './queries.ts'

export interface ContractToSign {
  readonly id: string
  readonly type: ContractType
  readonly title: string
  readonly since: Date
}

/** What waits for a partner's signature: the newest main contract, amendments after theirs, and nothing declined. */
export const contractsToSign = keptQuery<{ partnerId: string }, ContractToSign>((_, parameter) => {
  const partnerId = parameter('partnerId')
  return sql<ContractToSign>`
    select c.id, c.contract_type as type, c.title, c.created_at as since from contracts c
    where c.user_id = ${partnerId} and c.status = 'en_attente' and c.declined_at is null and not ${waitsForMain}
      and (c.contract_type <> 'main' or c.id = ${newestMainId(partnerId)})
    order by c.created_at, c.id limit 50`
})
