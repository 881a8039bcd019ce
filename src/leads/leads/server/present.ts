import { clientWord } from '#leads/client-confirmations/domain.ts'
import type { Actor } from '#platform/domain/actor.ts'
import type { Lead, ListedLead, OtherLead } from '../api/leads.ts'
import { isSettled, leadAbilities } from '../domain/lead-abilities.ts'
import { fromLeadRow, lossOf } from './lead-row.ts'
import type { ListedLead as LeadRow } from './queries.ts'

/** The columns that a listed lead is made of. */
type ListedRow = Pick<LeadRow, 'id' | 'name' | 'company' | 'estimated_amount_cents' | 'offer_type' | 'status' | 'created_at'> &
  Pick<LeadRow, 'partner_id' | 'partner_name' | 'partner_deleted_at' | 'possible_duplicate_of' | 'commission_status'> &
  Pick<LeadRow, 'registration_state' | 'protected_until'> &
  ClientColumns

type ClientColumns = Pick<
  LeadRow,
  'client_since' | 'client_answer' | 'client_answered_at' | 'client_left_at' | 'client_mailed_at'
>

/**
 * The only serializer for a whole lead. `originals` holds the leads that others may duplicate; empty for partners, who do not see
 * what other systems call a lead either.
 */
export function presentLead(row: LeadRow, originals: ReadonlyMap<string, OtherLead>, actor: Actor): Lead {
  const settled = isSettled(row.commission_status)
  return {
    id: row.id,
    partner: partnerOf(row),
    ...fromLeadRow(row),
    status: row.status,
    externalId: actor.kind === 'partner' ? null : row.external_id,
    possibleDuplicate: originals.get(row.possible_duplicate_of ?? '') ?? null,
    loss: lossOf(row),
    registration: {
      number: row.registration_number,
      state: row.registration_state,
      protectedUntil: row.protected_until?.toISOString() ?? null,
    },
    client: clientOf(row),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...(settled ? { settled } : {}),
    can: leadAbilities({ settled }, actor.kind !== 'admin' || actor.rights.includes('leads')),
  }
}

/** The same for a lead in a list. The serializer leaves out what is undefined. */
export function presentListed(row: ListedRow, originals: ReadonlyMap<string, OtherLead>, actor: Actor): ListedLead {
  const forStaff = actor.kind !== 'partner'
  return {
    id: row.id,
    name: row.name,
    company: row.company,
    estimatedAmountCents: row.estimated_amount_cents,
    offerType: row.offer_type,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    registration: { state: row.registration_state, protectedUntil: row.protected_until?.toISOString() },
    client: clientOf(row) ?? undefined,
    settled: isSettled(row.commission_status) || undefined,
    partner: forStaff ? partnerOf(row) : undefined,
    possibleDuplicate: originals.get(row.possible_duplicate_of ?? ''),
  }
}

function partnerOf(row: Pick<LeadRow, 'partner_id' | 'partner_name' | 'partner_deleted_at'>): Lead['partner'] {
  return { id: row.partner_id, name: row.partner_name, deleted: row.partner_deleted_at !== null }
}

function clientOf(row: ClientColumns): Lead['client'] {
  if (!row.client_since) return null
  const { client_answer: answer, client_left_at: leftAt } = row
  const at = row.client_answered_at ?? leftAt ?? row.client_mailed_at ?? row.client_since
  return { word: clientWord({ answer, leftAt }), at: at.toISOString() }
}
