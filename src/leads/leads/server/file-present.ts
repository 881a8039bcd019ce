import type { Actor } from '#access/domain/actor.ts'
import type { LeadFile } from '../api/lead-files.ts'
import { leadFileAbilities } from '../domain/lead-files.ts'
import type { LeadFileRow, StoredLeadFile } from './file-queries.ts'
import type { Restrictable } from './restricted-guards.ts'

export const presentLeadFile = (row: LeadFileRow | StoredLeadFile, actor: Actor, lead: Restrictable): LeadFile => ({
  id: row.id,
  name: row.name,
  addedAt: new Date(row.added_at).toISOString(),
  isOfStaff: row.of_staff,
  can: leadFileAbilities(actor, row.added_by, lead.restricted_at !== null),
})
