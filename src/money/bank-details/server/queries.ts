import { sql } from 'kysely'
import type { Actor } from '#access/domain/actor.ts'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { readIbanPart } from '#platform/domain/iban.ts'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { BankDetailState } from '../domain/bank-details.ts'
import { ibanEndFingerprint, ibanFingerprint } from './iban-encryption.ts'

interface BankDetailsStateRow {
  readonly partner_id: string
  /** Never `unreadable`: the database cannot decrypt. */
  readonly state: Exclude<BankDetailState, 'unreadable'>
  readonly held_until: Date | null
  readonly shared: boolean
  readonly payable: boolean
}

/** The state of everybody's bank details at a time, to join by `partner_id`. */
export function bankDetailsStates(at: Date) {
  return sql<BankDetailsStateRow>`app.bank_details_states(${at}::timestamptz)`
}

const accountAnswerColumns = ['a.refused_on', 'a.refused_reason', 'a.bank_reasons', 'a.payee_match', 'a.payee_name'] as const

/** What the bank said of the caller's account; nothing of one that has been changed since. */
export function ownAccountAnswer(tx: Tx, partnerId: string) {
  return tx
    .selectFrom('payment_infos as b')
    .leftJoin('bank_account_answers as a', (join) =>
      join.onRef('a.partner_id', '=', 'b.partner_id').onRef('a.sent_at', '>=', 'b.iban_changed_at'),
    )
    .select(['b.account_holder', ...accountAnswerColumns])
    .where('b.partner_id', '=', partnerId)
    .executeTakeFirst()
}

/** Bank details of a partner who has not been deleted, for staff; without the encrypted IBAN, which staff cannot read. */
export function findBankDetails(tx: Tx, partnerId: string, at: Date) {
  return tx
    .selectFrom('payment_infos as b')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'b.partner_id')
    .innerJoin(bankDetailsStates(at).as('s'), 's.partner_id', 'b.partner_id')
    .leftJoin('bank_account_answers as a', (join) =>
      join.onRef('a.partner_id', '=', 'b.partner_id').onRef('a.sent_at', '>=', 'b.iban_changed_at'),
    )
    .select([
      'b.partner_id as id',
      'b.company',
      'b.address',
      'b.country',
      'b.account_holder',
      'b.street',
      'b.building_number',
      'b.postcode',
      'b.town',
      'b.postal_country',
      'b.iban_digest',
      'b.iban_seal',
      'b.iban_checks_out',
      'b.iban_changed_at',
      'b.iban_mask_encrypted',
      'b.updated_at',
      's.shared as iban_shared',
      sql<boolean>`s.state = 'refused'`.as('iban_refused'),
      ...accountAnswerColumns,
    ])
    .where('b.partner_id', '=', partnerId)
    .where('p.partner_deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Others who have a partner's IBAN, by name. */
export function partnersWithSameIban(tx: Tx, partnerId: string) {
  return tx
    .selectFrom('payment_infos as b')
    .innerJoin('payment_infos as o', (join) =>
      join.onRef('o.iban_fingerprint', '=', 'b.iban_fingerprint').onRef('o.partner_id', '<>', 'b.partner_id'),
    )
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'o.partner_id')
    .select(['p.partner_id as id', 'p.full_name as name'])
    .where('b.partner_id', '=', partnerId)
    .where('p.deleted_at', 'is', null)
    .orderBy('p.full_name')
    .limit(10)
    .execute()
}

/** The latest reveals of a partner's IBAN. Partners cannot read profiles of staff: for them the names are null. */
export function ibanReveals(tx: Tx, partnerId: string, limit: number) {
  return tx
    .selectFrom('events as e')
    .leftJoin('profiles as p', 'p.user_id', 'e.actor_id')
    .select(['e.occurred_at as at', 'p.user_id as id', 'p.full_name as name', 'p.deleted_at'])
    .where('e.subject_id', '=', partnerId)
    .where('e.name', '=', 'payment_info.iban_revealed')
    .orderBy('e.seq', 'desc')
    .limit(limit)
    .execute()
}

interface IbanOwner {
  readonly id: string
  readonly name: string
  readonly company: string
  readonly iban_mask_encrypted: string | null
}

/**
 * Partners whose IBAN is the typed one, or ends as typed: the caller's own, and for staff those of everybody, if they have the
 * right to whole IBANs.
 */
export async function partnersByIban(
  tx: Tx,
  { actor, config, typed }: { readonly actor: Actor; readonly config: Pick<Config, 'secret'>; readonly typed: string },
): Promise<IbanOwner[]> {
  const part = readIbanPart(typed)
  if (!part) return []
  const whole = part.whole === null ? '' : ibanFingerprint(config, part.whole)
  const end = part.whole === null ? ibanEndFingerprint(config, part.end) : ''
  const isTheirs =
    actor.kind === 'admin'
      ? sql<boolean>`b.partner_id = any(array(select app.partners_by_iban(${whole}, ${end})))`
      : sql<boolean>`(b.iban_fingerprint = ${whole} or b.iban_end_fingerprint = ${end})`
  return tx
    .selectFrom('payment_infos as b')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'b.partner_id')
    .select(['p.partner_id as id', 'p.full_name as name', 'p.company', 'b.iban_mask_encrypted'])
    .where(isTheirs)
    .where('p.deleted_at', 'is', null)
    .orderBy('p.full_name')
    .limit(6)
    .execute()
}
