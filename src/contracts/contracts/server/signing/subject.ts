import { type Selectable, sql } from 'kysely'
import { ofPartner } from '#access/domain/audience.ts'
import { requirePartner } from '#accounts/people/server/guards.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Contracts, Files } from '#platform/server/db/schema.generated.ts'
import { m } from '../../messages/messages.ts'
import { lockContract } from '../commands.ts'
import { newestMainId } from '../queries.ts'

export interface Subject {
  readonly contract: Selectable<Contracts>
  /** Null for a link. */
  readonly file: Selectable<Files> | null
}

/** Who signs, and for which partner. */
export interface Signer {
  readonly userId: string
  readonly partnerId: string
}

/**
 * Loads and locks the contract of the signer's partner with its document; others' contracts are `not_found`. Refuses
 * `partner_not_active` if the partner was deleted or promoted since the request began.
 */
export async function lockSubject(tx: Tx, contractId: string, { partnerId }: Pick<Signer, 'partnerId'>): Promise<Subject> {
  await requirePartner({ tx }, partnerId)
  const contract = await lockContract({ tx }, contractId)
  if (contract.user_id !== partnerId) throw new Refusal('not_found', m.noSuchContract())
  const file = contract.file_id
    ? await tx.selectFrom('files').selectAll().where('id', '=', contract.file_id).executeTakeFirstOrThrow()
    : null
  return { contract, file }
}

/** Refuses signed contracts and main contracts that were replaced by a newer one. */
export async function checkSignable(tx: Tx, { contract }: Subject): Promise<void> {
  refuseUnless(contract.status === 'en_attente', 'contract_not_pending', m.alreadySigned())
  if (contract.contract_type !== 'main') return
  const { rows } = await sql<{ id: string }>`select ${newestMainId(sql`${contract.user_id}::uuid`)} as id`.execute(tx)
  const isNewest = rows[0]?.id === contract.id
  refuseUnless(isNewest, 'contract_replaced', m.contractReplaced())
}

/** When staff last changed the commission rules for the partner, if that is after this main contract was made. */
export async function termsChangedSince(tx: Tx, { contract }: Subject): Promise<Date | null> {
  if (contract.contract_type !== 'main') return null
  const { at } = await tx
    .selectFrom('commission_rules as r')
    .innerJoin('commission_rule_versions as v', 'v.rule_id', 'r.id')
    .select(({ fn }) => fn.max('v.published_at').as('at'))
    .where((where) => where.or([where('r.partner_id', 'is', null), where('r.partner_id', '=', contract.user_id)]))
    .where('v.published_by', 'is not', null)
    .where('v.published_at', '>', contract.created_at)
    .executeTakeFirstOrThrow()
  return at
}

/** Audience of all signing events: the contract's partner and staff. */
export const audienceOf = ({ contract }: Subject) => ofPartner(contract.user_id)

/** The hash a signature is bound to; empty for a link. */
export function boundTo({ file }: Subject): string {
  return file?.sha256 ?? ''
}

/** The amended contract, as described in the evidence. */
export interface Amended {
  readonly id: string
  readonly title: string
  readonly signedAt: string | null
  /** SHA-256 of the unsigned document; null for a link. */
  readonly sha256: string | null
  /** Reference and hash of the newest sealed file; null if unsigned or validated by hand. */
  readonly sealed: { readonly reference: string; readonly sha256: string } | null
}

/**
 * The main contract of an amendment: the one it was assigned to if that is signed, otherwise the partner's newest, because a
 * replaced main contract can no longer be signed.
 */
export async function amendedBy(tx: Tx, { contract }: Subject): Promise<Amended | null> {
  if (contract.contract_type !== 'amendment') return null
  const row = await tx
    .selectFrom('contracts as c')
    .leftJoin('files as f', 'f.id', 'c.file_id')
    .select(['c.id', 'c.title', 'c.signed_at', 'f.sha256'])
    .where('c.id', '=', (select) =>
      select.fn.coalesce(
        select
          .selectFrom('contracts as a')
          .select('a.id')
          .where('a.id', '=', contract.amends_id)
          .where('a.user_id', '=', contract.user_id)
          .where('a.contract_type', '=', 'main')
          .where('a.status', '=', 'signe'),
        newestMainId(sql`${contract.user_id}::uuid`),
      ),
    )
    .executeTakeFirst()
  if (!row) return null
  const signature = await tx
    .selectFrom('signatures')
    .select(['reference', 'file_sha256'])
    .where('contract_id', '=', row.id)
    .where('revoked_at', 'is', null)
    .orderBy('signed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    id: row.id,
    title: row.title,
    signedAt: row.signed_at?.toISOString() ?? null,
    sha256: row.sha256,
    sealed: signature ? { reference: signature.reference, sha256: signature.file_sha256 } : null,
  }
}

/** Presents the amended contract to the signer and in the evidence. */
export function amendedFacts(amended: Amended | null): Omit<Amended, 'id'> | null {
  if (!amended) return null
  const { id: _, ...facts } = amended
  return facts
}

/** Refuses `main_contract_first` if an amendment's main contract is not signed. */
export async function checkMainSigned(tx: Tx, subject: Subject): Promise<void> {
  if (subject.contract.contract_type !== 'amendment') return
  const main = await amendedBy(tx, subject)
  const text = main ? m.mainFirst({ title: main.title }) : m.signingNoMainContract()
  refuseUnless(main?.signedAt, 'main_contract_first', text)
}
