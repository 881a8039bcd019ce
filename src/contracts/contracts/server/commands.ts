import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Inspection } from '#access/api/uploads.ts'
import { ofPartner } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import { requirePartner } from '#accounts/people/server/guards.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { claimUpload, releaseFile } from '#platform/server/files/commands.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { contractRoutes } from '../api/contracts.ts'
import { m } from '../messages/messages.ts'
import { newestMainId } from './queries.ts'

type Assignment = z.output<typeof contractRoutes.assignContract.body>

/** What is known of an assignment beside its form. */
export interface AssignmentFacts {
  readonly templateVersionId?: string | null
  /** The invitation that is sent in the same transaction tells the partner of it. */
  readonly withInvitation?: boolean
}

/** Assigns a pending contract to a partner. A new main contract locks the portal until it is signed. */
export async function assignContract(
  context: TransactionContext,
  input: Assignment,
  { templateVersionId = null, withInvitation = false }: AssignmentFacts = {},
): Promise<{ id: string }> {
  const { tx, now } = context
  await requirePartner(context, input.partnerId)
  const { document } = input
  const inspected = document.kind === 'file' ? await takeDocument(context, document.uploadId) : null
  const id = newId()
  await tx
    .insertInto('contracts')
    .values({
      id,
      user_id: input.partnerId,
      contract_type: input.contractType,
      status: 'en_attente',
      title: input.title,
      language: input.language ?? 'fr',
      file_id: document.kind === 'file' ? document.uploadId : null,
      link: document.kind === 'link' ? document.url : null,
      created_at: now,
      signed_at: null,
      signing_method: null,
      template_version_id: templateVersionId,
      sign_route: document.kind === 'link' ? 'link' : (inspected?.route ?? null),
      remarks: [...(inspected?.remarks ?? [])],
      contest_days: input.contractType === 'mandate' ? await daysToContest(context) : null,
      amends_id: input.contractType === 'amendment' ? await amendedContract(context, input.partnerId) : null,
    })
    .execute()
  await context.recordEvent({
    name: 'contract.assigned',
    subjectId: id,
    audience: ofPartner(input.partnerId),
    after: { contractType: input.contractType, ...(withInvitation ? { withInvitation } : {}) },
  })
  return { id }
}

/** The programme's days, which the text of the mandate has too: later changes do not touch it. */
async function daysToContest({ tx }: TransactionContext): Promise<number> {
  const { acceptance_days } = await tx.selectFrom('programme_settings').select('acceptance_days').executeTakeFirstOrThrow()
  return acceptance_days
}

/** Claims an upload as a contract's document; returns its inspection. */
async function takeDocument(context: TransactionContext, uploadId: string): Promise<Inspection | null> {
  await claimUpload(context, uploadId, 'contract')
  const { inspection } = await context.tx
    .selectFrom('files')
    .select('inspection')
    .where('id', '=', uploadId)
    .executeTakeFirstOrThrow()
  return inspection
}

/** The contract an amendment amends: the partner's newest main contract, if any. */
async function amendedContract({ tx }: TransactionContext, partnerId: string): Promise<string | null> {
  return (await newestMainContract(tx, partnerId))?.id ?? null
}

/** Loads and locks the contract. Refuses `not_found`. */
export async function lockContract({ tx }: Pick<TransactionContext, 'tx'>, id: string) {
  const row = await tx.selectFrom('contracts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('not_found', m.noSuchContract())
  return row
}

/**
 * Loads and locks partner and contract, in this order as in a deletion, to avoid deadlocks. Refuses `not_found` and
 * `partner_not_active`.
 */
async function lockPartnersContract(context: TransactionContext, id: string) {
  const owner = await context.tx.selectFrom('contracts').select('user_id').where('id', '=', id).executeTakeFirst()
  if (owner) await requirePartner(context, owner.user_id)
  return lockContract(context, id)
}

/** Marks a pending contract as signed by hand. Refuses `contract_not_pending`, `mandate_by_hand` and `partner_not_active`. */
export async function validateContract(context: TransactionContext, id: string): Promise<void> {
  const row = await lockPartnersContract(context, id)
  refuseUnless(row.status === 'en_attente', 'contract_not_pending', m.alreadySigned())
  const byHand = m.mandateByHand()
  refuseUnless(row.contract_type !== 'mandate', 'mandate_by_hand', byHand)
  await context.tx
    .updateTable('contracts')
    .set({ status: 'signe', signed_at: context.now, signing_method: 'validated', revoked_at: null, revoke_reason: null })
    .where('id', '=', id)
    .execute()
  await context.recordEvent({
    name: 'contract.validated',
    subjectId: id,
    audience: ofPartner(row.user_id),
    before: { status: row.status },
    after: { status: 'signe', signingMethod: 'validated' },
  })
}

/** Attaches a scan to a contract validated by hand. Refuses `contract_not_pending` for others. */
export async function attachScan(context: TransactionContext, id: string, uploadId: string): Promise<void> {
  const row = await lockContract(context, id)
  refuseUnless(row.signing_method === 'validated', 'contract_not_pending', m.scanOfValidated())
  await claimUpload(context, uploadId, 'scan')
  await releaseFile(context, row.scan_file_id)
  await context.tx.updateTable('contracts').set({ scan_file_id: uploadId }).where('id', '=', id).execute()
  await context.recordEvent({
    name: 'contract.scan_attached',
    subjectId: id,
    audience: ofPartner(row.user_id),
  })
}

/**
 * Sets a signed contract back to pending; its signatures are kept and marked as revoked with the reason. Refuses
 * `contract_already_pending` and `partner_not_active`.
 */
export async function revokeContract(context: TransactionContext, id: string, reason: string): Promise<void> {
  const { userId } = personOf(context)
  const row = await lockPartnersContract(context, id)
  refuseUnless(row.status === 'signe', 'contract_already_pending', m.alreadyPending())
  await context.tx
    .updateTable('contracts')
    .set({
      status: 'en_attente',
      signed_at: null,
      signing_method: null,
      countersigned_at: null,
      code_sent_at: null,
      revoked_at: context.now,
      revoke_reason: reason,
    })
    .where('id', '=', id)
    .execute()
  await context.tx
    .updateTable('signatures')
    .set({ revoked_at: context.now, revoked_by: userId, revoke_reason: reason })
    .where('contract_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
  await context.recordEvent({
    name: 'contract.revoked',
    subjectId: id,
    audience: ofPartner(row.user_id),
    before: { status: 'signe', signedAt: row.signed_at?.toISOString() ?? null, signingMethod: row.signing_method },
    after: { status: 'en_attente', reason },
  })
}

/** Deletes a pending contract. Signed ones must be revoked first; contracts that were ever sealed are kept. */
export async function deleteContract(context: TransactionContext, id: string): Promise<void> {
  const row = await lockContract(context, id)
  refuseUnless(row.status === 'en_attente', 'contract_signed_kept', m.signedKept())
  const sealed = await context.tx.selectFrom('signatures').select('id').where('contract_id', '=', id).executeTakeFirst()
  refuseUnless(!sealed, 'contract_signed_kept', m.sealedKept())
  await removeContract(context, row)
}

/** Deletes a person's unsigned contracts, except those that were ever sealed (evidence). */
export async function deleteUnsignedContracts(context: TransactionContext, userId: string): Promise<void> {
  const rows = await context.tx
    .selectFrom('contracts as c')
    .selectAll('c')
    .where('c.user_id', '=', userId)
    .where('c.status', '=', 'en_attente')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('signatures as s').select('s.id').whereRef('s.contract_id', '=', 'c.id'))),
    )
    .orderBy('c.id')
    .forUpdate()
    .execute()
  for (const row of rows) await removeContract(context, row)
}

async function removeContract(context: TransactionContext, row: Awaited<ReturnType<typeof lockContract>>): Promise<void> {
  await context.tx.updateTable('contracts').set({ amends_id: null }).where('amends_id', '=', row.id).execute()
  await context.tx.deleteFrom('contracts').where('id', '=', row.id).execute()
  await releaseFile(context, row.file_id)
  await releaseFile(context, row.scan_file_id)
  await context.recordEvent({
    name: 'contract.deleted',
    subjectId: row.id,
    audience: ofPartner(row.user_id),
    before: { title: row.title, contractType: row.contract_type },
  })
}

function newestMainContract(tx: Tx, partnerId: string) {
  return tx
    .selectFrom('contracts')
    .select('id')
    .where('id', '=', newestMainId(sql`${partnerId}::uuid`))
    .executeTakeFirst()
}

/** The newest of several main contracts counts. Refuses `contract_missing` when the partner has none. */
async function newestMain({ tx }: TransactionContext, partnerId: string): Promise<string> {
  const row = await newestMainContract(tx, partnerId)
  if (!row) throw new Refusal('contract_missing', m.noMainContract())
  return row.id
}

export async function validateNewestMain(context: TransactionContext, partnerId: string): Promise<void> {
  await requirePartner(context, partnerId)
  await validateContract(context, await newestMain(context, partnerId))
}

export async function revokeNewestMain(context: TransactionContext, partnerId: string, reason: string): Promise<void> {
  await requirePartner(context, partnerId)
  await revokeContract(context, await newestMain(context, partnerId), reason)
}
