import { expect, test } from 'vitest'
import { personAbilities } from './partners.ts'

test('Validate, Revoke and Delete are not offered for administrators, nor the own role', () => {
  const administrator = { userId: 'a', role: 'admin', state: 'active', contract: 'signe', openInvitation: false } as const
  expect(personAbilities(administrator, 'a')).toMatchObject({
    changeRole: false,
    validateContract: false,
    revokeContract: false,
    delete: false,
  })
  expect(personAbilities(administrator, 'b').changeRole).toBe(true)
  expect([personAbilities(administrator, 'a').endSessions, personAbilities(administrator, 'b').endSessions]).toEqual([
    false,
    true,
  ])
  const invited = { userId: 'p', role: 'partner', state: 'invited', contract: null, openInvitation: true } as const
  expect(personAbilities(invited, 'a')).toMatchObject({
    resendInvitation: true,
    withdrawInvitation: true,
    endSessions: false,
    delete: true,
  })
})
