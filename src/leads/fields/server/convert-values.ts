import { sql } from 'kysely'
import { shownCompany, shownName } from '#leads/hidden-clients/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { convertedValue } from '../domain/field-conversion.ts'
import { fieldText, sameValue } from '../domain/field-value.ts'
import type { FieldValue, ValueField } from '../domain/fields.ts'

interface HeldValue {
  readonly id: string
  readonly name: string
  readonly company: string
  readonly value: FieldValue
  /** It is of a client who is about to be erased. */
  readonly isWithheld: boolean
}

const columns = sql`l.id, ${shownName} as name, ${shownCompany} as company, l.restricted_at is not null as "isWithheld"`

/** All values of a field, those of the newest leads first. */
async function readValues(tx: Tx, key: string, isHidden: boolean): Promise<readonly HeldValue[]> {
  const values = isHidden
    ? sql<HeldValue>`select ${columns}, s.fields -> ${key} as value
        from lead_staff_fields s join leads l on l.id = s.lead_id where s.fields ? ${key} order by l.created_at desc, l.id desc`
    : sql<HeldValue>`select ${columns}, l.fields -> ${key} as value from leads l
        where l.fields <> '{}' and l.fields ? ${key} order by l.created_at desc, l.id desc`
  return (await values.execute(tx)).rows
}

export interface Conversion {
  readonly values: number
  /** Values that another one takes the place of. */
  readonly converted: readonly { readonly id: string; readonly value: FieldValue }[]
  /** Values that do not fit, as people read them. */
  readonly unfit: readonly (Pick<HeldValue, 'id' | 'name' | 'company'> & { readonly value: string })[]
}

/** What becomes of the values of a field when it becomes another one. Nothing is written. */
export async function planConversion(tx: Tx, before: ValueField & { isHidden: boolean }, after: ValueField): Promise<Conversion> {
  const held = await readValues(tx, before.key, before.isHidden)
  const plan = held.map((each) => ({ ...each, after: convertedValue(before, after, each.value) }))
  return {
    values: held.length,
    converted: plan.flatMap((each) =>
      each.after === null || sameValue(each.after, each.value) ? [] : [{ id: each.id, value: each.after }],
    ),
    unfit: plan
      .filter((each) => each.after === null)
      .map(({ id, name, company, value, isWithheld }) => ({
        id,
        name,
        company,
        value: isWithheld ? '—' : fieldText(before, value),
      })),
  }
}

const batch = 1000

/** Writes values of a field anew, null for none, at some leads at a time. The caller has locked the values. */
export async function writeValues(
  tx: Tx,
  key: string,
  values: readonly { readonly id: string; readonly value: FieldValue | null }[],
): Promise<void> {
  for (let at = 0; at < values.length; at += batch) {
    await sql`select app.write_field_values(${key}, ${JSON.stringify(values.slice(at, at + batch))}::jsonb)`.execute(tx)
  }
}
