import { clientWord } from '#leads/client-confirmations/domain.ts'
import type { Actor } from '#platform/domain/actor.ts'
import type { Lead, OtherLead } from '../api/leads.ts'
import { leadAbilities } from '../domain/lead-abilities.ts'
import { fromLeadRow, lossOf } from './lead-row.ts'
import type { ListedLead } from './queries.ts'

/**
 * The only serializer for a lead. `originals` holds the leads that others may duplicate; empty for partners, who do not see what
 * other systems call a lead either.
 */
export function presentLead(row: ListedLead, originals: ReadonlyMap<string, OtherLead>, actor: Actor): Lead {
  return {
    id: row.id,
    partner: { id: row.partner_id, name: row.partner_name, deleted: row.partner_deleted_at !== null },
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
    can: leadAbilities(row.commission_status, actor.kind === 'admin' && !actor.rights.includes('leads')),
  }
}

function clientOf(row: ListedLead): Lead['client'] {
  if (!row.client_since) return null
  const { client_answer: answer, client_left_at: leftAt } = row
  const at = row.client_answered_at ?? leftAt ?? row.client_mailed_at ?? row.client_since
  return { word: clientWord({ answer, leftAt }), at: at.toISOString() }
}
