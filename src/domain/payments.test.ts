import { expect, test } from 'vitest'
import { isRecentIban } from './payments.ts'

test('an IBAN is recent for 72 hours', () => {
  const changed = new Date('2026-11-21T08:00:00Z')
  expect(isRecentIban(changed, new Date('2026-11-24T07:59:59.999Z'))).toBe(true)
  expect(isRecentIban(changed, new Date('2026-11-24T08:00:00Z'))).toBe(false)
})
