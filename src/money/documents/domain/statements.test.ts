import { describe, expect, test } from 'vitest'
import { certificate, statement } from '#test/invoices/sample-statements.ts'
import { certificateTotals, isExplained, statementTotals } from './statements.ts'

describe('totals of a statement', () => {
  test('commissions, clawbacks and the carried balance make the net; VAT comes from its invoices', () => {
    expect(statementTotals(statement)).toEqual({
      earnedCents: 205_007,
      heldCents: 137_250,
      netCents: 200_000,
      vatCents: 40_000,
      totalCents: 240_000,
      carriesOver: false,
    })
  })

  test.each([
    [-205_006, 1, false],
    [-205_007, 0, true],
    [-205_008, -1, true],
  ])('a carried balance of %i cents leaves %i: carried over %s', (carriedCents, netCents, carriesOver) => {
    expect(statementTotals({ ...statement, carriedCents, vatCents: 0 })).toMatchObject({ netCents, carriesOver })
  })
})

test('a line is explained if revenue times rate, rounded half up, is its amount', () => {
  for (const line of statement.lines) expect(isExplained(line)).toBe(true)
  const line = { client: 'A', detail: '', tier: null, ratePercent: 17.5 }
  expect(isExplained({ ...line, revenueCents: 20, amountCents: 4 })).toBe(true)
  expect(isExplained({ ...line, revenueCents: -20, amountCents: -4 })).toBe(true)
  expect(isExplained({ ...line, revenueCents: -20, amountCents: -3 })).toBe(false)
  expect(isExplained({ ...line, revenueCents: 1000, amountCents: 176 })).toBe(false)
})

test('a certificate adds up net amounts and VAT', () => {
  expect(certificateTotals(certificate)).toEqual({ netCents: 320_000, vatCents: 64_000, totalCents: 384_000 })
})
