import type { PersonRow } from '#api/partners.ts'
import type { Role } from '#domain/actor.ts'
import { isRecentIban } from '#domain/payments.ts'
import type { Call } from '../http/bind.ts'
import { isIbanReadable } from './iban-encryption.ts'

/** A person with the columns of their bank details; all null without any. */
export interface BankDetailsRecord {
  readonly id: string
  readonly role: Role
  readonly iban_digest: string | null
  readonly iban_seal: string | null
  readonly iban_checks_out: boolean | null
  readonly iban_changed_at: Date | null
}

/** State of the bank details for staff, without their values. */
export function presentBankDetails(
  row: BankDetailsRecord,
  { portal, now }: Pick<Call, 'portal' | 'now'>,
): PersonRow['bankDetails'] {
  if (row.role === 'admin') return null
  if (!row.iban_digest || !row.iban_changed_at) return { state: 'missing', changedRecently: false }
  const isReadable = isIbanReadable(portal.config, row.id, row.iban_digest, row.iban_seal)
  const state = !isReadable ? 'unreadable' : row.iban_checks_out ? 'complete' : 'checksum'
  return { state, changedRecently: isRecentIban(row.iban_changed_at, now) }
}
