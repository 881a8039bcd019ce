import { sql } from 'kysely'
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

/** Who acts, or acted, for the lead's partner, and for partners who had it before. */
async function partnersPeople(tx: Tx, leadId: string): Promise<ReadonlyMap<string, { readonly isFormer: boolean }>> {
  const { rows } = await sql<{ person: string; former: boolean }>`select * from app.people_of_lead(${leadId}::uuid)`.execute(tx)
  return new Map(rows.map(({ person, former }) => [person, { isFormer: former }]))
}

export type AuthorOf = (row: AuthorRow) => LeadComment['author']

/**
 * Names the authors around a lead: everyone but its partner's people is staff. Partners cannot read the profiles of
 * administrators and get the provider's name instead, and none of a partner who had the lead before.
 */
export async function threadAuthors(tx: Tx, lead: { id: string }): Promise<AuthorOf> {
  const [{ providerName }, people, main] = await Promise.all([
    currentSettings(tx),
    partnersPeople(tx, lead.id),
    tx
      .selectFrom('leads as l')
      .innerJoin('partners as c', 'c.id', 'l.partner_id')
      .select('c.main_person_id as id')
      .where('l.id', '=', lead.id)
      .executeTakeFirst(),
  ])
  return ({ id, name, deletedAt }) => {
    const person = id === null ? undefined : people.get(id)
    return {
      name: name ?? (person?.isFormer ? m.formerPartner() : providerName),
      deleted: deletedAt !== null,
      ...(deletedAt && person && id !== main?.id ? { left: true } : {}),
      staff: !person,
    }
  }
}
