import { expect, test } from 'vitest'
import { contractAbilities, contractLinkSeconds, contractStatuses } from './contracts.ts'

const staff = {
  isStaff: true,
  contractType: 'main',
  ofPartner: true,
  waitsForMain: false,
  signingMethod: null,
  countersigned: false,
  sealed: false,
} as const

test('a signed contract must be revoked before it is deleted, and only by staff', () => {
  expect(contractAbilities('signe', { ...staff, signingMethod: 'validated' })).toMatchObject({
    validate: false,
    revoke: true,
    delete: false,
  })
  expect(contractAbilities('en_attente', staff)).toMatchObject({ validate: true, revoke: false, delete: true })
  for (const status of contractStatuses) {
    const { sign, ...staffs } = contractAbilities(status, { ...staff, isStaff: false })
    expect([sign, Object.values(staffs).some(Boolean)]).toEqual([status === 'en_attente', false])
  }
})

test('contracts of a former partner can be neither validated nor revoked', () => {
  expect(contractAbilities('en_attente', { ...staff, ofPartner: false }).validate).toBe(false)
  expect(contractAbilities('en_attente', { ...staff, contractType: 'mandate' }).validate).toBe(false)
  expect(contractAbilities('signe', { ...staff, ofPartner: false, signingMethod: 'validated' }).revoke).toBe(false)
})

test('a sealed contract is never deleted, and is counter-signed once', () => {
  expect(contractAbilities('en_attente', { ...staff, sealed: true }).delete).toBe(false)
  const sealed = { ...staff, signingMethod: 'electronic', sealed: true } as const
  expect(contractAbilities('signe', sealed).countersign).toBe(true)
  expect(contractAbilities('signe', { ...sealed, countersigned: true }).countersign).toBe(false)
  expect(contractAbilities('signe', { ...sealed, signingMethod: 'validated' }).countersign).toBe(false)
})

test('an amendment cannot be signed before its main contract', () => {
  const { sign, validate } = contractAbilities('en_attente', { ...staff, isStaff: false, waitsForMain: true })
  expect([sign, validate]).toEqual([false, false])
})

test('a contract’s link is valid for 365 days', () => expect(contractLinkSeconds).toBe(365 * 24 * 60 * 60))
