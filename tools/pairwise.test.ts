import { expect, test } from 'vitest'
import { pairwise } from './pairwise.ts'

const factors = {
  reader: ['visitor', 'staff', 'partner'],
  page: ['landing', 'overview', 'journal', 'leads'],
  width: [360, 768, 820, 1024, 1100, 1280, 1440],
  theme: ['light', 'dark'],
}
const pagesOf: Readonly<Record<string, readonly string[]>> = {
  visitor: ['landing'],
  staff: ['overview', 'journal'],
  partner: ['overview', 'leads'],
}
const mayOpen = ({ reader, page }: { readonly reader?: string; readonly page?: string }) =>
  reader === undefined || page === undefined || pagesOf[reader]?.includes(page) === true

test('any two values that may stand together do so in some row, and no others', () => {
  const met = new Set(
    pairwise(factors, mayOpen).flatMap((row) =>
      Object.entries(row).flatMap((one) => Object.entries(row).map((other) => JSON.stringify([one, other]))),
    ),
  )
  const names = Object.entries(factors)
  for (const [one, values] of names) {
    for (const [other, others] of names.filter(([name]) => name !== one)) {
      for (const [left, right] of values.flatMap((first) => others.map((second) => [first, second]))) {
        const pair = { [one]: left, [other]: right }
        expect(
          met.has(
            JSON.stringify([
              [one, left],
              [other, right],
            ]),
          ),
          JSON.stringify(pair),
        ).toBe(mayOpen(pair))
      }
    }
  }
})

test('rows are few: hardly more than the two longest lists multiplied, instead of all of them', () => {
  expect(pairwise({ a: [1, 2, 3, 4, 5, 6, 7], b: [1, 2, 3], c: [1, 2, 3], d: [1, 2] }).length).toBeLessThanOrEqual(23)
})

test('a value that goes with none of another factor is named', () => {
  const never = ({ reader }: { readonly reader?: string }) => reader !== 'staff'
  expect(pairwise({ reader: ['staff', 'partner'], page: ['overview'] }, never)).toHaveLength(1)
  expect(() => pairwise(factors, ({ page, width }) => page === undefined || width === undefined)).toThrow('no width goes with')
})

test('the same factors give the same rows', () => {
  expect(pairwise(factors, mayOpen)).toEqual(pairwise(factors, mayOpen))
})
