import type { LeadComment } from '#api/leads.ts'
import type { Tx } from '../db/database.ts'
import { currentSettings } from '../settings/queries.ts'

/** The author of an event or comment, as far as the caller may see them. */
export interface AuthorRow {
  readonly id: string | null
  readonly name: string | null
  readonly deletedAt: Date | null
}
export type AuthorOf = (row: AuthorRow) => LeadComment['author']

/**
 * Names the authors around a lead: everyone but its partner is staff. Partners cannot read the profiles of administrators and get
 * the provider's name instead.
 */
export async function threadAuthors(tx: Tx, lead: { partner_id: string }): Promise<AuthorOf> {
  const { providerName } = await currentSettings(tx)
  return ({ id, name, deletedAt }) => ({
    name: name ?? providerName,
    deleted: deletedAt !== null,
    staff: id !== lead.partner_id,
  })
}
