import { expect, test } from 'vitest'
import { contractAbilities, contractLinkSeconds, contractStatuses } from './contracts.ts'

test('a signed contract is revoked before it is deleted, and only by staff', () => {
  expect(contractAbilities('signe', true)).toEqual({ validate: false, revoke: true, delete: false })
  expect(contractAbilities('en_attente', true)).toEqual({ validate: true, revoke: false, delete: true })
  for (const status of contractStatuses) {
    expect(contractAbilities(status, false)).toEqual({ validate: false, revoke: false, delete: false })
  }
})

test('a contract’s link lives 365 days', () => expect(contractLinkSeconds).toBe(365 * 24 * 60 * 60))
