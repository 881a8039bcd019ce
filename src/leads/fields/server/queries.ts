import { type InferResult, sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'
import { keptQuery } from '#platform/server/db/kept-query.ts'
import type { FieldValues } from '../domain/fields.ts'

const columns = [
  ...(['key', 'kind', 'name', 'names', 'help', 'helps', 'options', 'required', 'required_from', 'place'] as const),
  ...(['partner_access', 'staff_edits', 'on_introductions', 'searchable', 'on_card', 'in_list', 'about_person'] as const),
  ...(['archived_at', 'used_at', 'changed_at'] as const),
] as const

const inOrder = (tx: Tx) => tx.selectFrom('lead_fields').select(columns).orderBy('place').orderBy('key')

export type FieldRow = InferResult<ReturnType<typeof inOrder>>[number]

const fieldsInOrder = keptQuery<object, FieldRow>(inOrder)

/** The fields in their order that the caller may see, those that are archived too. */
export const readFields = (tx: Tx): Promise<FieldRow[]> => fieldsInOrder(tx, {})

/** The same, locked: no other change of fields happens meanwhile, while leads can still change. */
export const lockFields = (tx: Tx): Promise<FieldRow[]> => inOrder(tx).forNoKeyUpdate().execute()

/** The place after the last one. */
export async function nextPlace(tx: Tx): Promise<number> {
  const { place } = await tx
    .selectFrom('lead_fields')
    .select(sql<number>`coalesce(max(place), 0) + 1`.as('place'))
    .executeTakeFirstOrThrow()
  return Number(place)
}

/** The values that partners do not see, by lead; for staff. */
export async function readStaffFields(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, FieldValues>> {
  const rows = await tx
    .selectFrom('lead_staff_fields')
    .select(['lead_id', 'fields'])
    .where(sql<boolean>`lead_id = any(${sql`${[...ids]}::uuid[]`})`)
    .execute()
  return new Map(rows.map(({ lead_id, fields }) => [lead_id, fields]))
}
