import { expect, test } from 'vitest'
import { isWhole, type Range, sharedRange, visibleRange, withRange } from './seen-ranges.ts'

const frame = { start: 0, end: 800 }

test('an element is visible as far as it lies within the frame', () => {
  expect(visibleRange({ start: 100, end: 300 }, frame)).toEqual([0, 1])
  expect(visibleRange({ start: -100, end: 300 }, frame)).toEqual([0.25, 1])
  expect(visibleRange({ start: -400, end: 1200 }, frame)).toEqual([0.25, 0.75])
  expect(visibleRange({ start: 800, end: 900 }, frame)).toBeNull()
  expect(visibleRange({ start: 100, end: 100 }, frame)).toBeNull()
})

test('only what two looks have in common was on the screen for a moment', () => {
  expect(sharedRange([0, 0.5], [0.4, 1])).toEqual([0.4, 0.5])
  expect(sharedRange([0, 0.4], [0.5, 1])).toBeNull()
})

test('stretches are joined, and their sum says whether the whole was seen', () => {
  const read = (...ranges: Range[]) => isWhole(ranges.reduce<Range[]>(withRange, []))
  expect(
    withRange(
      [
        [0, 0.2],
        [0.6, 0.8],
      ],
      [0.1, 0.6],
    ),
  ).toEqual([[0, 0.8]])
  expect(read([0, 0.5], [0.5, 1])).toBe(true)
  expect(read([0, 0.3], [0.7, 1])).toBe(false)
  expect(read([0, 0.6], [0, 0.6])).toBe(false)
  expect(read([0.03, 0.97])).toBe(true)
})
