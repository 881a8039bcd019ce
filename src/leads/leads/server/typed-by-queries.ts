import { sql } from 'kysely'

/** The person of a partner whom a lead is of. */
export interface LeadPerson {
  readonly id: string
  readonly name: string
  readonly deleted: boolean
}

/** The partners that have, or had, people beside their first one, looked up once for a query: most have none. */
const withColleagues = sql`array(
  select of_all.partner_id from partner_members of_all where of_all.person_id <> of_all.partner_id)`

/**
 * Who typed a lead `l`, or whom a colleague passed it to; null where its partner is, and was, one person. The policies decide
 * which people the caller knows: who shares another partner's lead knows none of that partner's.
 */
export const typedByColumn = sql<LeadPerson | null>`case when l.partner_id = any(${withColleagues}) then (
  select jsonb_build_object('id', t.user_id, 'name', t.full_name, 'deleted', t.deleted_at is not null)
  from profiles t where t.user_id = l.typed_by) end`.as('typed_by_person')
