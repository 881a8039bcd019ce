import { describe, expect, test } from 'vitest'
import { commissionAbilities, commissionFigures, payableAt } from './commissions.ts'
import { contractAbilities } from './contracts.ts'
import { ibanChecksOut } from './iban.ts'
import { leadAbilities } from './lead-abilities.ts'
import { leadFigures, leadStatuses, moveEffect } from './leads.ts'
import { personAbilities } from './partners.ts'
import { isCommonPassword, passwordStrength } from './passwords.ts'

describe('a move between columns', () => {
  test.each(leadStatuses.flatMap((from) => leadStatuses.map((to) => [from, to] as const)))('%s to %s', (from, to) => {
    const expected = from === to ? 'none' : to === 'signe' ? 'create_commission' : from === 'signe' ? 'remove_commission' : 'none'
    expect(moveEffect(from, to)).toBe(expected)
  })
})

test('the cards of the leads count what they say', () => {
  const columns = leadStatuses.map((status, index) => ({ status, count: index + 1, amountCents: (index + 1) * 100 }))
  expect(leadFigures(columns)).toEqual({
    total: 15,
    inProgress: 5,
    callsMade: 7,
    signed: 4,
    lost: 5,
    estimatedRevenueCents: 1000,
  })
})

test('a paid commission does not lower the tier, and the parts add up to the whole', () => {
  const figures = commissionFigures([
    { status: 'en_attente', count: 1, revenueCents: 100, amountCents: 15 },
    { status: 'valide', count: 2, revenueCents: 1000, amountCents: 200 },
    { status: 'paye', count: 3, revenueCents: 5000, amountCents: 900 },
  ])
  expect(figures.tierRevenueCents).toBe(6000)
  expect(figures.totalCents).toBe(figures.pendingCents + figures.validatedCents + figures.paidCents)
  expect(figures.unpaidCents).toBe(215)
  expect(figures.pendingCount).toBe(1)
})

test('a commission validated on 1 March is payable by 31 March', () => {
  expect(payableAt(new Date('2026-03-01T10:00:00Z')).toISOString()).toBe('2026-03-31T10:00:00.000Z')
})

test('Validate only on pending, Mark as Paid only on validated, both only for staff', () => {
  expect(commissionAbilities('en_attente', true)).toEqual({ validate: true, pay: false })
  expect(commissionAbilities('valide', true)).toEqual({ validate: false, pay: true })
  expect(commissionAbilities('paye', true)).toEqual({ validate: false, pay: false })
  expect(commissionAbilities('en_attente', false)).toEqual({ validate: false, pay: false })
})

test('a lead whose money was validated stays where it is', () => {
  expect(leadAbilities(null)).toEqual({ edit: true, move: true, delete: true })
  expect(leadAbilities('en_attente')).toEqual({ edit: true, move: true, delete: true })
  expect(leadAbilities('valide')).toEqual({ edit: true, move: false, delete: false })
  expect(leadAbilities('paye')).toEqual({ edit: true, move: false, delete: false })
})

test('a signed contract is revoked before it is deleted', () => {
  expect(contractAbilities('signe', true)).toEqual({ validate: false, revoke: true, delete: false })
  expect(contractAbilities('en_attente', true)).toEqual({ validate: true, revoke: false, delete: true })
  expect(contractAbilities('en_attente', false)).toEqual({ validate: false, revoke: false, delete: false })
})

test('Validate, Revoke and Delete are not offered for administrators, nor one’s own role', () => {
  const administrator = { userId: 'a', role: 'admin', state: 'active', contract: 'signe', openInvitation: false } as const
  expect(personAbilities(administrator, 'a')).toMatchObject({
    changeRole: false,
    validateContract: false,
    revokeContract: false,
    delete: false,
  })
  expect(personAbilities(administrator, 'b').changeRole).toBe(true)
  const invited = { userId: 'p', role: 'partner', state: 'invited', contract: null, openInvitation: true } as const
  expect(personAbilities(invited, 'a')).toMatchObject({ resendInvitation: true, withdrawInvitation: true, delete: true })
})

test.each([
  ['FR7630006000011234567890189', true],
  ['FR7630006000011234567890188', false],
  ['DE89370400440532013000', true],
  ['DE8937040044053201300', false],
  ['XX89370400440532013000', false],
  ['GB82WEST12345698765432', true],
])('IBAN %s checks out: %s', (iban, valid) => expect(ibanChecksOut(iban)).toBe(valid))

test('the commonest passwords are refused whatever their case, long and varied ones are strong', () => {
  expect(isCommonPassword('AZERTY')).toBe(true)
  expect(passwordStrength('azerty')).toBe(0)
  expect(passwordStrength('abcde')).toBe(0)
  expect(passwordStrength('aaaaaaaaaaaaaaaa')).toBe(1)
  expect(passwordStrength('Une phrase bien longue, 42 mots')).toBe(4)
})
