import { expect, test } from 'vitest'
import { maskIban } from '#platform/domain/iban.ts'
import { bankDetailsState, isRecentIban } from './bank-details.ts'

const changed = new Date('2026-11-21T08:00:00Z')
const held = new Date('2026-11-24T08:00:00Z')

test('an IBAN is recent for 72 hours', () => {
  expect(isRecentIban(changed, new Date('2026-11-24T07:59:59.999Z'))).toBe(true)
  expect(isRecentIban(changed, held)).toBe(false)
})

test('bank details are payable when the IBAN checks out, can be read and is not recent', () => {
  const iban = { checksOut: true, changedAt: changed, shared: false, readable: true, refused: false }
  const complete = { state: 'complete', heldUntil: null, shared: false, payable: true }
  expect(bankDetailsState(iban, held)).toEqual(complete)
  expect(bankDetailsState({ ...iban, shared: true }, held)).toEqual({ ...complete, shared: true })
  expect(bankDetailsState(iban, changed)).toEqual({ ...complete, heldUntil: held, payable: false })
  expect(bankDetailsState({ ...iban, checksOut: false }, held)).toEqual({ ...complete, state: 'checksum', payable: false })
  expect(bankDetailsState({ ...iban, readable: false }, held)).toEqual({ ...complete, state: 'unreadable', payable: false })
  expect(bankDetailsState({ ...iban, refused: true }, held)).toEqual({ ...complete, state: 'refused', payable: false })
  expect(bankDetailsState(null, held)).toEqual({ state: 'missing', heldUntil: null, shared: false, payable: false })
})

test('a masked IBAN keeps its first and last four characters', () => {
  expect(maskIban('FR7630006000011234567890189')).toBe('FR76 •••• 0189')
  expect(maskIban('NO9386011117947')).toBe('NO93 •••• 7947')
})
