import { expect, test } from 'vitest'
import { sampleLead } from '#test/lead-samples.ts'
import { changedFields } from './lead-changes.ts'

test('a form that was left as it was changes nothing', () => {
  expect(changedFields(sampleLead, { ...sampleLead })).toEqual({})
})

test('only what was typed is sent, emptied fields included', () => {
  expect(changedFields(sampleLead, { ...sampleLead, phone: '06 12', notes: '', estimatedAmountCents: 0 })).toEqual({
    phone: '06 12',
    notes: '',
    estimatedAmountCents: 0,
  })
})
