import { sql } from 'kysely'

/** When somebody was last reminded of a contract or an invitation, by its id as a column. */
export function remindedAt(of: 'contract' | 'invitation', id: string) {
  return sql<Date | null>`(select max(r.sent_at) from reminders r where r.${sql.ref(`${of}_id`)} = ${sql.ref(id)})`
}
