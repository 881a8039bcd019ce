import type { LeadComment } from '#api/leads.ts'
import type { Tx } from '../db/database.ts'
import { currentSettings } from '../settings/queries.ts'

/** Who did or said something, as far as the caller may read it. */
export interface AuthorRow {
  readonly id: string | null
  readonly name: string | null
  readonly deletedAt: Date | null
}
export type AuthorOf = (row: AuthorRow) => LeadComment['author']

/**
 * Names the people around one lead: its partner, and staff, who are everybody else. A partner cannot read the profiles of
 * staff and gets the provider's name.
 */
export async function authorsAround(tx: Tx, lead: { partner_id: string }): Promise<AuthorOf> {
  const { providerName } = await currentSettings(tx)
  return ({ id, name, deletedAt }) => ({
    name: name ?? providerName,
    deleted: deletedAt !== null,
    staff: id !== lead.partner_id,
  })
}
