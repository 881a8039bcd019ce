import { type Actor, callerRights } from '#access/domain/actor.ts'
import type { LeadComment } from '#leads/leads/api/lead-thread.ts'
import type { Commission } from '#money/commissions/api/commissions.ts'
import type { Dispute } from '../api.ts'
import { disputeAbilities } from '../domain.ts'
import type { ListedDispute, ListedMessage } from './queries.ts'

/** The only serializer for disputes; `commission` is the one that is contested. */
export function presentDispute(row: ListedDispute, commission: Commission | null, actor: Actor): Dispute {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    partner: { id: row.partner_id, name: row.partner_name, deleted: row.partner_deleted_at !== null },
    commission,
    lead: row.lead_id ? { id: row.lead_id, name: row.lead_name ?? '', company: row.lead_company ?? '' } : null,
    expectedCents: row.expected_cents,
    openedAt: row.opened_at.toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
    closedAt: row.closed_at?.toISOString() ?? null,
    closedBy: row.closer_name,
    can: disputeAbilities(
      { state: row.state, isCorrected: row.is_corrected ?? false },
      callerRights(actor, row.partner_id, 'money'),
    ),
  }
}

/** Everyone but the partner is staff; partners cannot read administrators' names and get the provider's. */
export function presentMessage(
  row: ListedMessage,
  { providerName, readerId }: { providerName: string; readerId: string },
): LeadComment {
  return {
    id: row.id,
    author: {
      name: row.author_name ?? providerName,
      deleted: row.author_deleted_at !== null,
      staff: !row.by_partner,
    },
    mine: row.author_id === readerId,
    body: row.body,
    createdAt: row.created_at.toISOString(),
    disputed: true,
  }
}
