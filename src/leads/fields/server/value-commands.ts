import type { Tx } from '#platform/server/db/database.ts'
import type { FieldValues } from '../domain/fields.ts'

/** The statement that keeps values which partners do not see. */
export const writeStaffFields = (tx: Tx, leadId: string, values: FieldValues) =>
  tx
    .insertInto('lead_staff_fields')
    .values({ lead_id: leadId, fields: JSON.stringify(values) })
    .onConflict((conflict) => conflict.column('lead_id').doUpdateSet({ fields: JSON.stringify(values) }))
