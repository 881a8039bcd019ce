import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod/mini'
import { type Lead, type LeadInput, leadForm, type leadRules } from '#leads/leads/api/leads.ts'
import { type LeadField, leadFieldNames, leadFields, mapLeadFields } from '#leads/leads/domain/lead-fields.ts'
import { fileFieldOf, fileFields, leadFieldOf } from '#leads/leads/domain/lead-file.ts'
import { leadFieldLabels } from '#leads/leads/web/lead-field-labels.ts'
import { sampleLead } from '#test/lead-samples.ts'
import type { detailPlaces } from './drawer/lead-details.tsx'
import { changedFields } from './form/lead-changes.ts'
import { toFormValues, toRequest } from './form/lead-form.ts'
import type { LeadFormSettings } from './form/lead-form-settings.ts'

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

  test('labels', () => {
    expectTypeOf<keyof typeof leadFieldLabels>().toEqualTypeOf<LeadField>()
    const forgotten = withoutPhone(leadFieldLabels)
    // @ts-expect-error there is no label for the phone
    forgotten satisfies Record<LeadField, string>
    expect(forgotten).not.toHaveProperty('phone')
  })

  test('places in forms and details', () => {
    expectTypeOf<keyof LeadFormSettings['places']>().toEqualTypeOf<LeadField>()
    expectTypeOf<keyof typeof detailPlaces>().toEqualTypeOf<LeadField>()
    const places = mapLeadFields(() => 'half' as const)
    places satisfies LeadFormSettings['places']
    // @ts-expect-error the form has no place for the phone
    withoutPhone(places) satisfies LeadFormSettings['places']
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
