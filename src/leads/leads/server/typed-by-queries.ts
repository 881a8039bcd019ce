import { sql } from 'kysely'

/** The person of a partner whom a lead is of. */
export interface LeadPerson {
  readonly id: string
  readonly name: string
  readonly deleted: boolean
}

/**
 * Whether the partner of a lead `l` has, or had, people beside its first one: most have none. It is looked up for each lead of a
 * page; `exists` would let the planner read the people of all partners instead.
 */
const hasColleagues = sql`(
  select true from partner_members m where m.partner_id = l.partner_id and m.person_id <> m.partner_id limit 1)`

/**
 * Who typed a lead `l`, or whom a colleague passed it to; null where its partner is, and was, one person. The policies decide
 * which people the caller knows: who shares another partner's lead knows none of that partner's.
 */
export const typedByColumn = sql<LeadPerson | null>`case when ${hasColleagues} then (
  select jsonb_build_object('id', t.user_id, 'name', t.full_name, 'deleted', t.deleted_at is not null)
  from profiles t where t.user_id = l.typed_by) end`.as('typed_by_person')
