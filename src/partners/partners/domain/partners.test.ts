import { expect, test } from 'vitest'
import { rightsOfRole } from '#access/domain/staff-rights.ts'
import { personAbilities } from './partners.ts'

const staff = (userId: string) => ({ userId, rights: rightsOfRole.administrator })

test('Validate, Revoke and Delete are not offered for administrators, nor the own role', () => {
  const administrator = {
    userId: 'a',
    role: 'admin',
    state: 'active',
    contract: 'signe',
    openInvitation: false,
    twoFactor: false,
  } as const
  expect(personAbilities(administrator, staff('a'))).toMatchObject({
    changeRole: false,
    validateContract: false,
    revokeContract: false,
    delete: false,
  })
  expect(personAbilities(administrator, staff('b')).changeRole).toBe(true)
  expect([
    personAbilities(administrator, staff('a')).endSessions,
    personAbilities(administrator, staff('b')).endSessions,
  ]).toEqual([false, true])
  const invited = {
    userId: 'p',
    role: 'partner',
    state: 'invited',
    contract: null,
    openInvitation: true,
    twoFactor: false,
  } as const
  expect(personAbilities(invited, staff('a'))).toMatchObject({
    resendInvitation: true,
    withdrawInvitation: true,
    endSessions: false,
    delete: true,
  })
})

test('who may not do something to a person is not offered it', () => {
  const partner = {
    userId: 'p',
    role: 'partner',
    state: 'active',
    contract: 'signe',
    openInvitation: false,
    twoFactor: false,
  } as const
  const colleague = { ...partner, userId: 'c', role: 'admin' } as const
  const offered = (subject: Parameters<typeof personAbilities>[0], role: keyof typeof rightsOfRole) =>
    Object.entries(personAbilities(subject, { userId: 'me', rights: rightsOfRole[role] }))
      .filter(([, may]) => may)
      .map(([name]) => name)
  expect(offered(partner, 'administrator')).toEqual(['changeRole', 'revokeContract', 'delete', 'correct', 'endSessions'])
  expect(offered(partner, 'partner_manager')).toEqual(['revokeContract', 'delete', 'correct', 'endSessions'])
  expect(offered(partner, 'finance')).toEqual([])
  expect(offered(colleague, 'administrator')).toEqual(['changeRole', 'endSessions'])
  expect(offered(colleague, 'partner_manager')).toEqual([])
})

test('a second factor is reset where there is one, by who decides about the person, and never by oneself', () => {
  const partner = {
    userId: 'p',
    role: 'partner',
    state: 'active',
    contract: null,
    openInvitation: false,
    twoFactor: true,
  } as const
  const colleague = { ...partner, userId: 'c', role: 'admin' } as const
  const may = (subject: Parameters<typeof personAbilities>[0], role: keyof typeof rightsOfRole, userId = 'me') =>
    personAbilities(subject, { userId, rights: rightsOfRole[role] }).resetSecondFactor
  expect([may(partner, 'partner_manager'), may(colleague, 'administrator')]).toEqual([true, true])
  expect([may(colleague, 'partner_manager'), may(partner, 'finance')]).toEqual([false, false])
  expect([may(colleague, 'administrator', 'c'), may({ ...partner, twoFactor: false }, 'administrator')]).toEqual([false, false])
})
