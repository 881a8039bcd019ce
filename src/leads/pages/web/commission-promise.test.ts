import { describe, expect, test } from 'vitest'
import { commissionPromise } from './commission-promise.ts'

const now = new Date('2026-05-25T10:00:00Z')
const pending = {
  revenueCents: 1_050_000,
  commissionRate: 15,
  tierName: 'Bronze',
  amountCents: 157_500,
  status: 'en_attente',
  awaitsClient: false,
  isHeld: false,
  payableBy: null,
  obstacle: null,
  paidAt: null,
} as const
const promise = (parts: Partial<Parameters<typeof commissionPromise>[0]>, owner = 'vous') =>
  commissionPromise({ ...pending, ...parts }, owner, now).replace(/\s/g, ' ')

describe('what a signed lead brings, and when', () => {
  test('a pending commission is expected thirty days after today, once it is validated', () => {
    expect(promise({})).toBe('1 575 € pour vous, attendus vers le 24/06/2026, une fois validés')
  })

  test('without a date where the client has yet to pay', () => {
    expect(promise({ awaitsClient: true })).toBe('1 575 € pour vous, attendus sous 30 jours après le paiement du client')
  })

  test('a validated one has the date that is stored, a paid one the day of its payment', () => {
    const valid = { status: 'valide', payableBy: '2026-06-20T10:00:00Z' } as const
    expect(promise(valid)).toBe('1 575 € pour vous, attendus au plus tard le 20/06/2026')
    expect(promise({ ...valid, status: 'paye', paidAt: '2026-06-02T10:00:00Z' })).toBe('1 575 € pour vous, versés le 02/06/2026')
  })

  test('a validated one has none while somebody has to act', () => {
    const obstacle = { code: 'bank_missing', reason: '', until: null } as const
    expect(promise({ status: 'valide', obstacle })).toBe('1 575 € pour vous, sans date pour l’instant')
  })

  test('nothing is promised of what is held', () => {
    expect(promise({ isHeld: true, status: 'valide', payableBy: '2026-06-20T10:00:00Z' })).toBe(
      '1 575 € pour vous, suspendus pour l’instant',
    )
  })

  test('cents are shown where there are some, and staff read whose it is', () => {
    expect(promise({ amountCents: 157_550, awaitsClient: true }, 'Léa Chevalier')).toMatch(/^1 575,50 € pour Léa Chevalier,/)
  })
})
