import { staffOf } from '#access/server/acting.ts'
import { presentBankDetails } from '#money/bank-details/server/present.ts'
import type { Call } from '#platform/server/http/bind.ts'
import type { PersonRow } from '../api/partners.ts'
import { noAbilities, personAbilities } from '../domain/partners.ts'
import type { ListedPerson } from './queries.ts'

type Viewed = Pick<Call, 'actor' | 'portal' | 'now'>

function presentBillingSummary({
  billing_mode: mode,
  billing_regime: regime,
  billing_vat_rate,
  billing_mandate,
}: ListedPerson): PersonRow['billing'] {
  if (!mode || !regime) return null
  const vatRate = billing_vat_rate === null ? null : Number(billing_vat_rate)
  return { mode, regime, vatRate, mandateInForce: billing_mandate }
}

export function presentPerson(row: ListedPerson, viewed: Viewed): PersonRow {
  const state = row.joined_at ? 'active' : 'invited'
  const subject = {
    userId: row.id,
    role: row.role,
    state,
    contract: row.contract,
    openInvitation: row.invitation_expires_at !== null,
    twoFactor: row.two_factor,
  } as const
  return {
    id: row.record_id,
    fullName: row.full_name,
    email: row.email,
    company: row.company,
    role: row.role,
    staffRole: row.staff_role,
    roleByProvider: row.role_by_provider,
    passkeys: row.passkeys,
    state,
    contract: row.contract,
    totalRevenueCents: row.total_revenue_cents,
    joinedAt: (row.joined_at ?? row.created_at).toISOString(),
    people: row.role === 'partner' ? row.people : null,
    externalId: row.external_id,
    bankDetails: presentBankDetails(row, viewed),
    billing: presentBillingSummary(row),
    invitationRemindedAt: row.invitation_reminded_at?.toISOString() ?? null,
    invitationExpiresAt: row.invitation_expires_at?.toISOString() ?? null,
    invitationMail: row.invitation_mail,
    can: row.deleted_at ? noAbilities : personAbilities(subject, staffOf(viewed)),
  }
}
