import { expect, test } from 'vitest'
import { changedFields } from './lead-changes.ts'

const lead = {
  name: 'Paul',
  company: 'Bernard',
  email: 'paul@bernard.example',
  phone: '',
  website: 'https://bernard.example',
  estimatedAmountCents: 100_000,
  offerType: 'star',
  notes: 'Première note',
} as const

test('a form that was left as it was changes nothing', () => {
  expect(changedFields(lead, { ...lead })).toEqual({})
})

test('only what was typed is sent, emptied fields included', () => {
  expect(changedFields(lead, { ...lead, phone: '06 12', notes: '', estimatedAmountCents: 0 })).toEqual({
    phone: '06 12',
    notes: '',
    estimatedAmountCents: 0,
  })
})
