import type { Selectable } from 'kysely'
import type { Leads } from '#platform/server/db/schema.generated.ts'
import type { LeadInput } from '../api/leads.ts'
import { type LeadField, leadFieldNames, leadFields, mapLeadFields } from '../domain/lead-fields.ts'
import type { Loss } from '../domain/lost-leads.ts'

type ColumnOf<F extends LeadField> = (typeof leadFields)[F]['column']

/** The part of a row that holds the fields; a field whose column the table lacks does not compile. */
type FieldColumns = Pick<{ [F in LeadField as ColumnOf<F>]: LeadInput[F] }, ColumnOf<LeadField> & keyof Selectable<Leads>>

export function toLeadRow(fields: LeadInput): FieldColumns {
  return Object.fromEntries(leadFieldNames.map((field) => [leadFields[field].column, fields[field]])) as FieldColumns
}

export function fromLeadRow(row: FieldColumns): LeadInput {
  return mapLeadFields((field) => row[leadFields[field].column]) as LeadInput
}

type LossColumns = Pick<Selectable<Leads>, 'lost_reason' | 'lost_note'>

/** All columns are null if the lead is not lost, or lost without a reason. */
export function toLossColumns(loss: Loss | null | undefined): LossColumns {
  return { lost_reason: loss?.reason ?? null, lost_note: loss?.note ?? null }
}

export function lossOf(row: LossColumns): Loss | null {
  return row.lost_reason && { reason: row.lost_reason, note: row.lost_note ?? '' }
}
