import type { Tx } from '#platform/server/db/database.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import type { LeadComment } from '../api/lead-thread.ts'
import { m } from '../messages/messages.ts'

/** The author of an event or comment, as far as the caller may see them. */
export interface AuthorRow {
  readonly id: string | null
  readonly name: string | null
  readonly deletedAt: Date | null
}

async function formerPartners(tx: Tx, leadId: string): Promise<readonly string[]> {
  const row = await tx.selectFrom('lead_registrations').select('former_partners').where('lead_id', '=', leadId).executeTakeFirst()
  return row?.former_partners ?? []
}

export type AuthorOf = (row: AuthorRow) => LeadComment['author']

/**
 * Names the authors around a lead: everyone but its partner is staff. Partners cannot read the profiles of administrators and get
 * the provider's name instead, and none of a partner who had the lead before.
 */
export async function threadAuthors(tx: Tx, lead: { id: string; partner_id: string }): Promise<AuthorOf> {
  const [{ providerName }, former] = await Promise.all([currentSettings(tx), formerPartners(tx, lead.id)])
  return ({ id, name, deletedAt }) => {
    const wasPartner = id !== null && former.includes(id)
    return {
      name: name ?? (wasPartner ? m.formerPartner() : providerName),
      deleted: deletedAt !== null,
      staff: id !== lead.partner_id && !wasPartner,
    }
  }
}
