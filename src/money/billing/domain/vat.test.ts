import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { frenchVatRates, invoiceTotals, vatAmount, vatCaseOf } from './vat.ts'

describe('the VAT case of a partner', () => {
  test.each([
    ['vat_payer', 'FR', 'standard'],
    ['franchise', 'FR', 'franchise'],
    ['vat_payer', 'BE', 'reverse_charge'],
    ['vat_payer', 'GR', 'reverse_charge'],
  ] as const)('%s in %s: %s', (regime, country, expected) => {
    expect(vatCaseOf(regime, country)).toBe(expected)
  })

  test.each([
    ['individual', 'FR', /reçu de commission/],
    ['vat_payer', 'CH', /hors de l’Union européenne/],
    ['vat_payer', 'GB', /hors de l’Union européenne/],
    ['vat_payer', 'MC', /hors de l’Union européenne/],
    ['franchise', 'BE', /franchise d’un autre pays/],
  ] as const)('%s in %s is refused: %s', (regime, country, message) => {
    expect(vatCaseOf(regime, country)).toEqual({ refused: expect.stringMatching(message) })
  })
})

describe('amounts', () => {
  test.each([
    [220_000, 20, 44_000],
    [1, 20, 0],
    [2, 20, 0],
    [3, 20, 1],
    [5, 10, 1],
    [4, 10, 0],
    [1000, 5.5, 55],
    [100, 2.1, 2],
    [999_999_999_999, 20, 200_000_000_000],
    [-5, 10, -1],
    [-4, 10, 0],
  ])('%i cents at %d %%: %i cents, rounded half up', (net, rate, vat) => {
    expect(vatAmount(net, rate)).toBe(vat)
  })

  test('VAT is rounded once per rate, not per line', () => {
    const lines = [3, 3, 3].map((netCents) => ({ netCents, vatRate: 20 }))
    expect(invoiceTotals(lines)).toEqual({
      netCents: 9,
      vatCents: 2,
      totalCents: 11,
      subtotals: [{ rate: 20, netCents: 9, vatCents: 2 }],
    })
  })

  test('subtotals add up to the totals and differ from the exact VAT by half a cent at most', () => {
    const line = fc.record({ netCents: fc.integer({ min: 1, max: 1_000_000_000 }), vatRate: fc.constantFrom(...frenchVatRates) })
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 40 }), (lines) => {
        const { subtotals, netCents, vatCents, totalCents } = invoiceTotals(lines)
        expect(netCents).toBe(lines.reduce((sum, each) => sum + each.netCents, 0))
        expect(totalCents).toBe(netCents + vatCents)
        for (const each of subtotals) {
          const off = BigInt(each.vatCents) * 10_000n - BigInt(each.netCents) * BigInt(Math.round(each.rate * 100))
          expect(off > -5000n && off <= 5000n).toBe(true)
        }
        expect(subtotals.reduce((sum, each) => sum + each.vatCents, 0)).toBe(vatCents)
      }),
    )
  })
})
