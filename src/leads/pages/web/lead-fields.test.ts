import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod/mini'
import { type Lead, type LeadInput, leadForm, type leadRules } from '#leads/leads/api/leads.ts'
import { type LeadField, leadFieldNames, leadFields, mapLeadFields } from '#leads/leads/domain/lead-fields.ts'
import { fileFieldOf, fileFields, leadFieldOf } from '#leads/leads/domain/lead-file.ts'
import { sampleLead } from '#test/lead-samples.ts'
import { changedFields } from './form/lead-changes.ts'
import { toFormValues, toRequest } from './form/lead-form.ts'

/** The record without one field. */
function withoutPhone<R extends { readonly phone: unknown }>({ phone: _, ...rest }: R): Omit<R, 'phone'> {
  return rest
}

// A compile-time test (`npm run check`): unused suppressions are errors, and a new field breaks the equalities.
describe('code that omits a field of a lead does not compile', () => {
  test('rules and answers of the API', () => {
    expectTypeOf<keyof typeof leadRules>().toEqualTypeOf<LeadField>()
    expectTypeOf<keyof LeadInput>().toEqualTypeOf<LeadField>()
    expectTypeOf<LeadField & keyof Lead>().toEqualTypeOf<LeadField>()
  })

  test('an edited lead', () => {
    const lead = mapLeadFields(() => '') as unknown as LeadInput
    // @ts-expect-error an edit needs the value of each field before
    changedFields(withoutPhone(lead), lead)
    // @ts-expect-error and after
    changedFields(lead, withoutPhone(lead))
  })
})

test('a lead file has a column for each field', () => {
  expect(leadFieldNames.map((field) => leadFieldOf(fileFieldOf(field)))).toEqual(leadFieldNames)
  expect(fileFields).toEqual(expect.arrayContaining(leadFieldNames.map(fileFieldOf)))
})

describe('a lead opened in the form and saved', () => {
  const sparse = mapLeadFields((field) => (leadFields[field].required ? sampleLead[field] : '')) as LeadInput
  test.each([
    ['with every field', sampleLead],
    ['with the required fields alone', sparse],
  ])('%s is unchanged', (_, lead) => {
    const request = toRequest(toFormValues(lead), { asksPartner: false })
    expect(Object.keys(request)).toEqual(leadFieldNames)
    expect(changedFields(lead, z.parse(leadForm, request))).toEqual({})
  })
})
