import { expect, test } from 'vitest'
import { sampleLead } from '#test/lead-samples.ts'
import { changedFields } from './lead-changes.ts'

test('an untouched form changes nothing', () => {
  expect(changedFields(sampleLead, { ...sampleLead })).toEqual({})
})

test('only edited fields are sent, emptied ones included, with what they were', () => {
  expect(changedFields(sampleLead, { ...sampleLead, phone: '06 12', notes: '', estimatedAmountCents: 0 })).toEqual({
    phone: '06 12',
    notes: '',
    estimatedAmountCents: 0,
    expected: {
      phone: sampleLead.phone,
      notes: sampleLead.notes,
      estimatedAmountCents: sampleLead.estimatedAmountCents,
    },
  })
})
