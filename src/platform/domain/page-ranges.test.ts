import { expect, test } from 'vitest'
import { pageRanges } from './page-ranges.ts'

test.each([
  [[], ''],
  [[1], '1'],
  [[1, 2, 3, 4, 5, 6, 7], '1-7'],
  [[7, 1, 2, 4, 2], '1-2, 4, 7'],
  [[10, 9, 2], '2, 9-10'],
] as const)('the pages %j are %s', (pages, ranges) => {
  expect(pageRanges(pages)).toBe(ranges)
})
