import { sql } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { bankDetailsStates } from '#money/bank-details/server/queries.ts'
import type { PayoutLine } from '#money/bank-files/domain/payout-batch.ts'
import { maxPayoutsAtOnce } from '#money/payouts/api/payouts.ts'
import { livePayoutLineStates } from '#money/payouts/domain/payout-lines.ts'
import type { Tx } from '#platform/server/db/database.ts'

export interface FileSelection {
  readonly ids?: readonly string[] | undefined
  readonly runId?: string | undefined
  readonly replaces?: string | undefined
}

export interface PayoutReading {
  readonly now: Date
  /** The payouts stay as they were read until the transaction ends. */
  readonly holds: boolean
}

/**
 * Payouts that a file may carry, with what their partners' bank details say; for the system, since staff cannot read IBANs.
 * Approved ones, or those that are under way with the file to be replaced. By reference, and one more than a file takes.
 */
export function payoutsToSend(tx: Tx, { ids, runId, replaces }: FileSelection, { now, holds }: PayoutReading) {
  let query = tx
    .selectFrom('payouts as p')
    .innerJoin(partnerContacts.as('o'), 'o.partner_id', 'p.partner_id')
    .leftJoin('payment_infos as b', 'b.partner_id', 'p.partner_id')
    .leftJoin(bankDetailsStates(now).as('s'), 's.partner_id', 'p.partner_id')
    .select([
      'p.id',
      'p.reference',
      'p.partner_id',
      'p.total_cents',
      'o.full_name',
      'o.partner_deleted_at',
      's.shared',
      's.state as bank_state',
    ])
    .select(['b.company', 'b.account_holder', 'b.street', 'b.building_number', 'b.postcode', 'b.town', 'b.postal_country'])
    .select(['b.iban_encrypted', 'b.iban_digest', 'b.iban_changed_at', 'b.iban_mask_encrypted'])
    .orderBy('p.reference')
    .limit(maxPayoutsAtOnce + 1)
  if (replaces) {
    query = query
      .where('p.status', '=', 'sent')
      .where('p.id', 'in', (from) =>
        from
          .selectFrom('payout_file_lines as l')
          .select('l.payout_id')
          .where('l.payout_file_id', '=', replaces)
          .where('l.state', 'in', livePayoutLineStates),
      )
  } else query = query.where('p.status', '=', 'approved')
  if (runId) query = query.where('p.run_id', '=', runId)
  if (ids) query = ids.length > 0 ? query.where('p.id', 'in', ids) : query.where(sql.lit(false))
  return (holds ? query.forShare('p') : query).execute()
}

export type PayoutToSend = Awaited<ReturnType<typeof payoutsToSend>>[number]

/** Transfers that these payouts were in before, oldest first. */
export function earlierLines(tx: Tx, payoutIds: readonly string[]) {
  return tx
    .selectFrom('payout_file_lines as l')
    .innerJoin('payout_files as f', 'f.id', 'l.payout_file_id')
    .select(['l.payout_id', 'l.state', 'l.held_out', 'l.reasons', 'l.problems', 'f.id as file_id', 'f.message_id'])
    .where('l.payout_id', 'in', payoutIds)
    .orderBy('f.created_at')
    .execute()
}

/** How each partner's name was written last. */
export function writtenNames(tx: Tx, partnerIds: readonly string[]) {
  return tx
    .selectFrom('payout_file_lines as l')
    .innerJoin('payouts as p', 'p.id', 'l.payout_id')
    .innerJoin('payout_files as f', 'f.id', 'l.payout_file_id')
    .distinctOn('p.partner_id')
    .select(['p.partner_id', 'l.holder'])
    .where('p.partner_id', 'in', partnerIds)
    .orderBy('p.partner_id')
    .orderBy('f.created_at', 'desc')
    .execute()
}

/** Which of these identifications a file has had before. */
export async function usedIds(tx: Tx, messageId: string, lines: readonly PayoutLine[]) {
  const [messages, used] = await Promise.all([
    tx.selectFrom('payout_files').select('message_id').where('message_id', '=', messageId).execute(),
    lines.length === 0 ? [] : usedLineIds(tx, lines),
  ])
  return {
    usedMessageIds: new Set(messages.map(({ message_id }) => message_id)),
    usedEndToEndIds: new Set(used.map(({ end_to_end_id }) => end_to_end_id)),
    usedInstructionIds: new Set(used.map(({ instruction_id }) => instruction_id)),
  }
}

function usedLineIds(tx: Tx, lines: readonly PayoutLine[]) {
  const endToEndIds = lines.map(({ endToEndId }) => endToEndId)
  const instructionIds = lines.map(({ instructionId }) => instructionId)
  return tx
    .selectFrom('payout_file_lines')
    .select(['end_to_end_id', 'instruction_id'])
    .where((where) => where.or([where('end_to_end_id', 'in', endToEndIds), where('instruction_id', 'in', instructionIds)]))
    .execute()
}

/** The account holder as on the bank's own document; rows of before have only the company. */
export function holderOf({ account_holder, company }: Pick<PayoutToSend, 'account_holder' | 'company'>): string {
  return account_holder || (company ?? '')
}

/**
 * Everybody who has the IBAN of each of these partners, with them, by name. Deleted accounts share nothing, as in
 * `app.bank_details_states`.
 */
export function ibanSharers(tx: Tx, partnerIds: readonly string[]) {
  return tx
    .selectFrom('payment_infos as b')
    .innerJoin('payment_infos as o', 'o.iban_fingerprint', 'b.iban_fingerprint')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'o.partner_id')
    .select(['b.partner_id as of', 'p.full_name as name'])
    .where('b.partner_id', '=', sql<string>`any(${partnerIds}::uuid[])`)
    .where((where) => where.or([where('p.deleted_at', 'is', null), where('o.partner_id', '=', where.ref('b.partner_id'))]))
    .orderBy('p.full_name')
    .orderBy('p.partner_id')
    .execute()
}
