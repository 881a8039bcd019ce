import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inLanguageOf, readingIn } from '#platform/domain/languages.ts'
import { axisSteps, compactEuros } from './chart-scale.ts'

test.each([
  [0, '0\u00a0€'],
  [80_000, '800\u00a0€'],
  [1_200_000, '12\u00a0k€'],
  [250_000, '2,5\u00a0k€'],
  [150_000_000, '1,5\u00a0M€'],
])('%d cents on an axis read %s', (cents, text) => {
  expect(compactEuros(cents)).toBe(text)
})

test('an axis that is read in English has the sign before the amount', () => {
  const read = inLanguageOf(readingIn('en', 'en'), () => [0, 80_000, 250_000, 1_500_000, 150_000_000].map(compactEuros))
  expect(read).toEqual(['€0', '€800', '€2.5k', '€15k', '€1.5m'])
})

test.each([
  [0, [0]],
  [4, [0, 1, 2, 3, 4]],
  [950, [0, 250, 500, 750, 1000]],
  [1_234_567, [0, 500_000, 1_000_000, 1_500_000]],
])('an axis up to %d has the steps %j', (highest, steps) => {
  expect(axisSteps(highest)).toEqual(steps)
})

test('no bar exceeds its axis, and the axis has at most four steps', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000_000 }), (highest) => {
      const steps = axisSteps(highest)
      expect(steps.at(-1)).toBeGreaterThanOrEqual(highest)
      expect(steps.length).toBeLessThanOrEqual(5)
    }),
  )
})
