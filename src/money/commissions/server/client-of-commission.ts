import { sql } from 'kysely'

/**
 * The client of a commission `c` with its lead `l`, as statements name it. Who reads the partner's money without this lead (its
 * accountant; a partner who handed it over) learns the name alone. Null without a lead.
 */
export const clientOfCommission = sql<string | null>`coalesce(l.client_name, app.client_of(c.lead_id))`
