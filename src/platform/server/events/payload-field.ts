import { type RawBuilder, sql } from 'kysely'
import type { EventName, EventPayloads } from '#portal/api/events.ts'

/**
 * SQL for one payload field, as text, of the `events` row with this alias. Checked against the payload of the event named: a
 * field that it does not have does not compile.
 */
export function payloadField<Name extends EventName, Side extends 'before' | 'after'>(
  alias: 'e' | 'events',
  _name: Name,
  side: Side,
  field: keyof NonNullable<EventPayloads[Name][Side]> & string,
): RawBuilder<string | null> {
  return sql<string | null>`${sql.ref(`${alias}.${side}`)} ->> ${sql.lit(field)}`
}
