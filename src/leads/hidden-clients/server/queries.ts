import { type RawBuilder, sql } from 'kysely'

/**
 * The client of a lead `l`, as money names it. One who is about to be erased is called by the number of the registration, and
 * whoever may read more opens the lead.
 */
export const shownClient = sql<string>`case when l.restricted_at is null then l.client_name
  else app.hidden_client(l.id) end`

/** The same in two columns, person and company: the number is in the first. */
export const shownName = sql<string>`case when l.restricted_at is null then l.name else app.hidden_client(l.id) end`
export const shownCompany = sql<string>`case when l.restricted_at is null then l.company else '' end`
/** What a search finds it by, beside its `search_text`. */
export const hiddenWords = sql`case when l.restricted_at is not null then lower(app.hidden_client(l.id)) end`

/** Whether lists of staff show what is about the lead with this id; of a query that has no lead `l`. Few are restricted. */
export const isListed = (id: RawBuilder<unknown>) =>
  sql<boolean>`not exists (select from leads h where h.id = ${id} and h.restricted_at is not null)`
