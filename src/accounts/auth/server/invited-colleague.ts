import { sql } from 'kysely'
import type { PartnerRole } from '#access/domain/actor.ts'
import type { Tx } from '#platform/server/db/database.ts'

/** What somebody is invited to be at a company that others brought here. */
export interface InvitedColleague {
  readonly company: string
  readonly partnerRole: PartnerRole
}

/** Null for a company's main person, who is invited to become a partner, and for staff. */
export async function invitedColleague(tx: Tx, userId: string): Promise<InvitedColleague | null> {
  const row = await tx
    .selectFrom('partner_members as m')
    .innerJoin('partners as c', 'c.id', 'm.partner_id')
    .innerJoin('profiles as q', 'q.user_id', 'c.main_person_id')
    .select(['m.role as partnerRole', sql<string>`coalesce(nullif(q.company, ''), q.full_name)`.as('company')])
    .where('m.person_id', '=', userId)
    .where('m.until', 'is', null)
    .whereRef('c.main_person_id', '<>', 'm.person_id')
    .executeTakeFirst()
  return row ?? null
}
