import type { PersonRow } from '#api/partners.ts'
import { personAbilities } from '#domain/partners.ts'
import type { Call } from '../http/bind.ts'
import { presentBankDetails } from '../payments/present.ts'
import { personOf } from '../transaction.ts'
import type { ListedPerson } from './queries.ts'

type Viewed = Pick<Call, 'actor' | 'portal' | 'now'>

function presentBillingSummary({
  billing_mode: mode,
  billing_regime: regime,
  billing_vat_rate,
}: ListedPerson): PersonRow['billing'] {
  return mode && regime ? { mode, regime, vatRate: billing_vat_rate === null ? null : Number(billing_vat_rate) } : null
}

/** The only serializer for people. */
export function presentPerson(row: ListedPerson, viewed: Viewed): PersonRow {
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
    bankDetails: presentBankDetails(row, viewed),
    billing: presentBillingSummary(row),
    invitationExpiresAt: row.invitation_expires_at?.toISOString() ?? null,
    invitationMail: row.invitation_mail,
    can: personAbilities(subject, personOf(viewed).userId),
  }
}
