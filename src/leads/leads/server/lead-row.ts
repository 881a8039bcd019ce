import type { Selectable } from 'kysely'
import type { Leads } from '#platform/server/db/schema.generated.ts'
import type { LeadInput } from '../api/leads.ts'
import { type LeadField, leadFieldNames, mapLeadFields } from '../domain/lead-fields.ts'
import type { Loss } from '../domain/lost-leads.ts'

/** The SQL column of each field. */
export const sqlColumns = {
  name: 'name',
  company: 'company',
  email: 'email',
  phone: 'phone',
  website: 'website',
  estimatedAmountCents: 'estimated_amount_cents',
  offerType: 'offer_type',
  notes: 'notes',
} as const satisfies Record<LeadField, keyof Selectable<Leads>>

/** The part of a row that holds the fields. */
type FieldColumns = { [F in LeadField as (typeof sqlColumns)[F]]: LeadInput[F] }

export function toLeadRow(fields: LeadInput): FieldColumns {
  return Object.fromEntries(leadFieldNames.map((field) => [sqlColumns[field], fields[field]])) as FieldColumns
}

export function fromLeadRow(row: FieldColumns): LeadInput {
  return mapLeadFields((field) => row[sqlColumns[field]]) as LeadInput
}

type LossColumns = Pick<Selectable<Leads>, 'lost_reason' | 'lost_note'>

/** All columns are null if the lead is not lost, or lost without a reason. */
export function toLossColumns(loss: Loss | null | undefined): LossColumns {
  return { lost_reason: loss?.reason ?? null, lost_note: loss?.note ?? null }
}

export function lossOf(row: LossColumns): Loss | null {
  return row.lost_reason && { reason: row.lost_reason, note: row.lost_note ?? '' }
}
