import type { LeadInput } from '../../api/leads.ts'
import { leadFieldNames } from '../../domain/lead-fields.ts'

/** The fields that differ from the lead as it was when the form was opened: what others changed meanwhile is not overwritten. */
export function changedFields(lead: LeadInput, input: LeadInput): Partial<LeadInput> {
  const changed = leadFieldNames.filter((field) => lead[field] !== input[field])
  return Object.fromEntries(changed.map((field) => [field, input[field]]))
}
