import { realChanges } from '#leads/fields/web/own-values.ts'
import { leadFieldNames } from '../../domain/lead-fields.ts'
import type { FilledLead } from './filled-lead.ts'

/** The fields that differ from the lead as it was when the form was opened: what others changed meanwhile is not overwritten. */
export function changedFields(lead: FilledLead, input: FilledLead): Partial<FilledLead> {
  // No amount is stored as 0.
  const changed = leadFieldNames.filter((field) => (lead[field] ?? 0) !== (input[field] ?? 0))
  const own = realChanges(lead.fields, input.fields)
  return {
    ...Object.fromEntries(changed.map((field) => [field, input[field]])),
    ...(Object.keys(own).length > 0 ? { fields: own } : {}),
  }
}
