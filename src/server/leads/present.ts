import type { Lead, OtherLead } from '#api/leads.ts'
import { leadAbilities } from '#domain/lead-abilities.ts'
import { fromLeadRow } from './lead-row.ts'
import type { ListedLead } from './queries.ts'

/** The only serializer for a lead. `originals` holds the leads that others may duplicate; empty for partners. */
export function presentLead(row: ListedLead, originals: ReadonlyMap<string, OtherLead>): Lead {
  return {
    id: row.id,
    partner: { id: row.partner_id, name: row.partner_name, deleted: row.partner_deleted_at !== null },
    ...fromLeadRow(row),
    status: row.status,
    possibleDuplicate: originals.get(row.possible_duplicate_of ?? '') ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    can: leadAbilities(row.commission_status),
  }
}
