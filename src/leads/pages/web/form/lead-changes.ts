import { realChanges, type SentChanges } from '#leads/fields/web/custom-values.ts'
import type { LeadInput } from '#leads/leads/api/leads.ts'
import { leadFieldNames } from '#leads/leads/domain/lead-fields.ts'
import { ownValue } from '#platform/domain/keys.ts'
import type { FilledLead } from './filled-lead.ts'

/** What a change says of the lead that its author saw. */
interface SeenLead {
  readonly expected?: Partial<LeadInput> & Pick<FilledLead, 'fields'>
}

/** The fields that differ from the lead as it was seen, with what they were then: nothing else is overwritten. */
export function changedFields(lead: FilledLead, input: FilledLead): Partial<FilledLead> & SeenLead {
  // No amount is stored as 0.
  const changed = leadFieldNames.filter((field) => (lead[field] ?? 0) !== (input[field] ?? 0))
  const custom = realChanges(lead.fields, input.fields)
  if (changed.length === 0 && Object.keys(custom).length === 0) return {}
  const seenCustom = Object.fromEntries(Object.keys(custom).map((key) => [key, ownValue(lead.fields ?? {}, key) ?? null]))
  const withCustom = (fields: SentChanges) => (Object.keys(custom).length > 0 ? { fields } : {})
  return {
    ...Object.fromEntries(changed.map((field) => [field, input[field]])),
    ...withCustom(custom),
    expected: { ...Object.fromEntries(changed.map((field) => [field, lead[field] ?? 0])), ...withCustom(seenCustom) },
  }
}
