import type { Role } from '#access/domain/actor.ts'
import type { BankReasons } from '#money/bank-files/domain/bank-answer.ts'
import { transferReasonText } from '#money/bank-files/domain/bank-reasons.ts'
import { bankText, maxBankName } from '#money/bank-files/domain/bank-text.ts'
import type { PayeeMatch } from '#money/bank-files/domain/live-batch.ts'
import type { Config } from '#platform/server/config.ts'
import type { Call } from '#platform/server/http/bind.ts'
import type { BankDetailsSummary, StaffBankDetails } from '../api.ts'
import { bankDetailsState, ibanHeldUntil, isRecentIban } from '../domain/bank-details.ts'
import { isIbanReadable, readIban, readMask } from './iban-encryption.ts'
import type { findBankDetails, ibanReveals, partnersWithSameIban } from './queries.ts'

type Viewed = Pick<Call, 'portal' | 'now'>
type RowOf<Query extends (...args: never[]) => Promise<unknown>> = NonNullable<Awaited<ReturnType<Query>>>

/** What is stored of an IBAN and may be shown to staff; all null without any. */
export interface IbanRecord {
  readonly id: string
  readonly iban_digest: string | null
  readonly iban_seal: string | null
  readonly iban_checks_out: boolean | null
  readonly iban_changed_at: Date | null
  readonly iban_mask_encrypted: string | null
  readonly iban_shared: boolean | null
  /** The bank has refused the account. */
  readonly iban_refused: boolean | null
}

/** State of stored bank details, without reading the IBAN itself. */
export function bankStateOf(row: Omit<IbanRecord, 'iban_mask_encrypted'>, config: Pick<Config, 'secret'>, now: Date) {
  if (!row.iban_digest || !row.iban_changed_at) return bankDetailsState(null, now)
  const { iban_checks_out, iban_changed_at, iban_shared, iban_refused } = row
  const readable = isIbanReadable(config, row.id, row.iban_digest, row.iban_seal)
  const flags = { shared: iban_shared === true, refused: iban_refused === true, readable }
  return bankDetailsState({ checksOut: iban_checks_out === true, changedAt: iban_changed_at, ...flags }, now)
}

function summaryOf(row: IbanRecord, viewed: Viewed): BankDetailsSummary {
  const { state, heldUntil, shared } = bankStateOf(row, viewed.portal.config, viewed.now)
  const mask = state === 'unreadable' ? null : row.iban_mask_encrypted
  return {
    state,
    changedRecently: heldUntil !== null,
    shared,
    maskedIban: mask === null ? null : readMask(viewed.portal.config, row.id, mask),
  }
}

/** State of a person's bank details for staff, without their values; null for administrators. */
export function presentBankDetails(row: IbanRecord & { readonly role: Role }, viewed: Viewed): BankDetailsSummary | null {
  return row.role === 'admin' ? null : summaryOf(row, viewed)
}

/** A partner's bank details for staff, with the IBAN masked. */
export function presentStaffBankDetails(
  row: RowOf<typeof findBankDetails>,
  others: RowOf<typeof partnersWithSameIban>,
  reveals: RowOf<typeof ibanReveals>,
  viewed: Viewed,
): StaffBankDetails {
  return {
    ...summaryOf(row, viewed),
    partnerId: row.id,
    company: row.company,
    address: row.address,
    country: row.country,
    ...presentHolder(row),
    ...presentAccountAnswer(row),
    heldUntil: bankStateOf(row, viewed.portal.config, viewed.now).heldUntil?.toISOString() ?? null,
    ibanChangedAt: row.iban_changed_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    sharedWith: others.map(({ id, name }) => ({ id, name, deleted: false })),
    reveals: reveals.flatMap(({ id, name, deleted_at, at }) =>
      id && name ? [{ by: { id, name, deleted: deleted_at !== null }, at: at.toISOString() }] : [],
    ),
  }
}

/** What the bank said of the account that is stored; all null without an answer. */
interface AccountAnswerRecord {
  readonly account_holder: string
  readonly refused_on: string | null
  readonly refused_reason: string | null
  readonly bank_reasons: BankReasons | null
  readonly payee_match: PayeeMatch | null
  readonly payee_name: string | null
}

/** A refusal of the account, and a name that the bank compares differently; a holder who has taken it over is no difference. */
export function presentAccountAnswer(row: AccountAnswerRecord) {
  const { account_holder, refused_on, payee_match, payee_name } = row
  const reason = transferReasonText({ reason: row.refused_reason, bankReasons: row.bank_reasons })
  const sentName = (name: string) => bankText(name, maxBankName).toUpperCase()
  const isTaken = payee_name !== null && sentName(payee_name) === sentName(account_holder)
  return {
    refusal: refused_on === null ? null : { on: refused_on, reason: reason ?? '' },
    payee: payee_match === null || isTaken ? null : { match: payee_match, bankName: payee_name },
  }
}

interface HolderRecord {
  readonly account_holder: string
  readonly street: string
  readonly building_number: string
  readonly postcode: string
  readonly town: string
  readonly postal_country: string
}

/** Account holder and the address in parts. */
export function presentHolder(row: HolderRecord) {
  return {
    accountHolder: row.account_holder,
    street: row.street,
    buildingNumber: row.building_number,
    postcode: row.postcode,
    town: row.town,
    postalCountry: row.postal_country,
  }
}

/** When the IBAN was entered or changed, and until when payouts wait. */
export function presentHold(changedAt: Date, now: Date) {
  const heldUntil = isRecentIban(changedAt, now) ? ibanHeldUntil(changedAt).toISOString() : null
  return { ibanChangedAt: changedAt.toISOString(), heldUntil }
}

/** A partner's whole IBAN, for files that the system makes; '' without one, and if it cannot be decrypted. */
export function ibanOf(config: Pick<Config, 'secret'>, partnerId: string, encryptedIban: string | null): string {
  return (encryptedIban && readIban(config, partnerId, encryptedIban)) || ''
}

/** 'FR76 •••• 0189'; null without one, and if it cannot be decrypted. */
export function maskedIbanOf(config: Pick<Config, 'secret'>, partnerId: string, encryptedMask: string | null): string | null {
  return readMask(config, partnerId, encryptedMask)
}
