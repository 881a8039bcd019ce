import { typedEuros } from '#platform/domain/typed-amounts.ts'
import { withScheme } from '#platform/domain/web-address.ts'
import { type LeadField, type LeadFieldKind, leadFields } from './lead-fields.ts'

const asTyped = (text: string) => text

const parsers: Readonly<Record<LeadFieldKind, (text: string) => unknown>> = {
  text: asTyped,
  email: asTyped,
  phone: asTyped,
  url: withScheme,
  money: typedEuros,
  offer: asTyped,
  note: asTyped,
}

/**
 * A field's value for a request, from the text in a form or a file. What cannot be parsed is left to the field's rule to report.
 */
export function parseLeadField(field: LeadField, text: string): unknown {
  return parsers[leadFields[field].kind](text)
}
