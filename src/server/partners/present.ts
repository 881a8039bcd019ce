import type { PersonRow } from '#api/partners.ts'
import { personAbilities } from '#domain/partners.ts'
import { isRecentIban } from '#domain/payments.ts'
import type { Call } from '../http/bind.ts'
import { isIbanReadable } from '../payments/iban-encryption.ts'
import { personOf } from '../transaction.ts'
import type { PersonRecord } from './queries.ts'

/** What staff see of bank details: whether something is wrong with them, never what they are. */
function bankDetailsOf(row: PersonRecord, { portal, now }: Viewed): PersonRow['bankDetails'] {
  if (row.role === 'admin') return null
  if (!row.iban_digest || !row.iban_changed_at) return { state: 'missing', changedRecently: false }
  const isReadable = isIbanReadable(portal.config, row.id, row.iban_digest, row.iban_seal)
  const state = !isReadable ? 'unreadable' : row.iban_checks_out ? 'complete' : 'checksum'
  return { state, changedRecently: isRecentIban(row.iban_changed_at, now) }
}

type Viewed = Pick<Call, 'actor' | 'portal' | 'now'>

/** The only door out for a person's row. */
export function presentPerson(row: PersonRecord, viewed: Viewed): PersonRow {
  const state = row.joined_at ? 'active' : 'invited'
  const subject = {
    userId: row.id,
    role: row.role,
    state,
    contract: row.contract,
    openInvitation: row.invitation_expires_at !== null,
  } as const
  return {
    id: row.id,
    fullName: row.full_name,
    email: row.email,
    company: row.company,
    role: row.role,
    state,
    contract: row.contract,
    totalRevenueCents: row.total_revenue_cents,
    joinedAt: (row.joined_at ?? row.created_at).toISOString(),
    bankDetails: bankDetailsOf(row, viewed),
    invitationExpiresAt: row.invitation_expires_at?.toISOString() ?? null,
    invitationMail: row.invitation_mail,
    can: personAbilities(subject, personOf(viewed).userId),
  }
}
