import { parseFieldText } from '#leads/fields/domain/field-value.ts'
import { type LeadField, type LeadValues, leadFields, mapLeadFields, valueFieldOf } from './lead-fields.ts'

/** What a request holds in a field that is empty. */
export const emptyOf = (field: LeadField) => (leadFields[field].kind === 'amount' ? null : '')

/**
 * A field's value for a request, from the text in a form or a file. What cannot be parsed is left to the field's rule to report.
 */
export const parseLeadField = (field: LeadField, text: string): unknown =>
  parseFieldText(valueFieldOf(field), text) ?? emptyOf(field)

/** What a lead holds whose fields are all empty. */
export const emptyLead = mapLeadFields((field) => emptyOf(field) ?? 0) as LeadValues
