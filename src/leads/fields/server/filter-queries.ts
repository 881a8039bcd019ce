import { type RawBuilder, sql } from 'kysely'
import { fieldRefusal } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { type FieldCondition, readFieldFilter } from '../domain/field-filter.ts'
import { customFields, sideOf } from './field-guards.ts'
import { readFields } from './queries.ts'

/** What a list asks of a field, and where its values stand. */
export type PlacedCondition = FieldCondition & { readonly isHidden: boolean }

/** The conditions of a request's filter. Refuses `invalid_input` for a field that the caller does not see. */
export async function readConditions(
  { tx, actor }: Pick<TransactionContext, 'tx' | 'actor'>,
  text: string,
): Promise<readonly PlacedCondition[]> {
  const fields = customFields(await readFields(tx), sideOf(actor))
  const conditions = readFieldFilter(text, fields)
  if (typeof conditions === 'string') throw fieldRefusal('fieldValues', conditions)
  return conditions.map((condition) => ({
    ...condition,
    isHidden: fields.some(({ key, isHidden }) => key === condition.key && isHidden),
  }))
}

/** Whether the values of a lead `l` meet a condition. */
export function holds(condition: PlacedCondition): RawBuilder<boolean> {
  if (!condition.isHidden) return sql<boolean>`(l.fields <> '{}' and ${meets(sql`l.fields`, condition)})`
  return sql<boolean>`l.id = any(array(select s.lead_id from lead_staff_fields s where ${meets(sql`s.fields`, condition)}))`
}

function meets(fields: RawBuilder<unknown>, condition: FieldCondition): RawBuilder<boolean> {
  if ('oneOf' in condition) {
    const each = condition.oneOf.map((value) => sql`${fields} @> ${JSON.stringify({ [condition.key]: value })}::jsonb`)
    return sql<boolean>`(${sql.join(each, sql` or `)})`
  }
  const { key, from, to } = condition
  const isDay = typeof (from ?? to) === 'string'
  // A number is compared as one, and a day as text.
  const value = isDay
    ? sql`(${fields} ->> ${key}) collate "C"`
    : sql`case when jsonb_typeof(${fields} -> ${key}) = 'number' then (${fields} ->> ${key})::numeric end`
  const bounds = [...(from === null ? [] : [sql`${value} >= ${from}`]), ...(to === null ? [] : [sql`${value} <= ${to}`])]
  return bounds.length === 0 ? sql<boolean>`${fields} ? ${key}` : sql<boolean>`(${sql.join(bounds, sql` and `)})`
}
