import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leadStatuses } from '#test/default-stages.ts'
import { pipelineConversion, sharePercent } from './conversion.ts'

const columnsOf = (counts: readonly number[]) =>
  leadStatuses.map((status, index) => ({ status, count: counts[index] ?? 0, amountCents: 0 }))

test.each([
  { counts: [0, 0, 0, 0, 0], signedPercent: null, wonPercent: null },
  { counts: [4, 0, 0, 0, 0], signedPercent: 0, wonPercent: null },
  { counts: [0, 0, 0, 3, 0], signedPercent: 100, wonPercent: 100 },
  { counts: [0, 0, 0, 0, 3], signedPercent: 0, wonPercent: 0 },
  { counts: [5, 2, 1, 1, 1], signedPercent: 10, wonPercent: 50 },
  { counts: [0, 0, 1, 1, 1], signedPercent: 33.3, wonPercent: 50 },
  { counts: [0, 0, 0, 2, 1], signedPercent: 66.7, wonPercent: 66.7 },
])('$counts leads from Nouveau to Perdu: $signedPercent % signed, $wonPercent % won', ({ counts, ...expected }) => {
  expect(pipelineConversion(columnsOf(counts))).toEqual(expected)
})

test.each([
  [1, 8, 12.5],
  [1, 3, 33.3],
  [2, 3, 66.7],
  [1, 2000, 0.1],
  [1, 2001, 0],
  [0, 0, null],
])('%d of %d is %s %%', (part, whole, expected) => {
  expect(sharePercent(part, whole)).toBe(expected)
})

test('a rate is between 0 and 100, and the won rate is never below the signed one', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 100_000 }), { minLength: 5, maxLength: 5 }), (counts) => {
      const { signedPercent, wonPercent } = pipelineConversion(columnsOf(counts))
      if (wonPercent === null || signedPercent === null) return
      expect(signedPercent).toBeGreaterThanOrEqual(0)
      expect(wonPercent).toBeLessThanOrEqual(100)
      expect(wonPercent).toBeGreaterThanOrEqual(signedPercent)
    }),
  )
})
