import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { Refusal, refuseUnless } from '#domain/refusal.ts'
import { lockContract } from '../contracts/commands.ts'
import type { Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { requirePartner } from '../partners/active-partner.ts'

export interface Subject {
  readonly contract: Selectable<Tables['contracts']>
  /** Null for a link. */
  readonly file: Selectable<Tables['files']> | null
}

/**
 * A partner's own contract with its document, locked until the transaction ends; somebody else's is not found. Refuses
 * `partner_not_active` for who was deleted or made an administrator since the request began.
 */
export async function lockSubject(tx: Tx, contractId: string, userId: string): Promise<Subject> {
  await requirePartner({ tx }, userId)
  const contract = await lockContract({ tx }, contractId)
  if (contract.user_id !== userId) throw new Refusal('not_found', 'This contract does not exist any more.')
  const file = contract.file_id
    ? await tx.selectFrom('files').selectAll().where('id', '=', contract.file_id).executeTakeFirstOrThrow()
    : null
  return { contract, file }
}

/** Refuses what cannot be signed (any more): a signed contract, or a main contract that a newer one has replaced. */
export async function checkSignable(tx: Tx, { contract }: Subject): Promise<void> {
  refuseUnless(contract.status === 'en_attente', 'contract_not_pending', 'Ce contrat est déjà signé.')
  if (contract.contract_type !== 'main') return
  const newer = await tx
    .selectFrom('contracts')
    .select('id')
    .where('user_id', '=', contract.user_id)
    .where('contract_type', '=', 'main')
    .where(sql<boolean>`(created_at, id) > (${contract.created_at}, ${contract.id}::uuid)`)
    .limit(1)
    .executeTakeFirst()
  refuseUnless(!newer, 'contract_replaced', 'Un contrat plus récent a remplacé celui-ci : veuillez lire et signer le nouveau.')
}

/** What a signature is bound to: the document's hash, empty for a link. */
export function boundTo({ file }: Subject): string {
  return file?.sha256 ?? ''
}

/** The contract that an amendment amends, as the evidence names it. */
export async function amendedBy(tx: Tx, { contract }: Subject) {
  if (!contract.amends_id) return null
  const row = await tx
    .selectFrom('contracts as c')
    .leftJoin('files as f', 'f.id', 'c.file_id')
    .select(['c.title', 'c.signed_at', 'f.sha256'])
    .where('c.id', '=', contract.amends_id)
    .executeTakeFirst()
  return row ? { title: row.title, signedAt: row.signed_at?.toISOString() ?? null, sha256: row.sha256 } : null
}
