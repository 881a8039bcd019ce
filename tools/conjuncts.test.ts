import { expect, test } from 'vitest'
import { withoutEach } from '#test/policies/conjuncts.ts'

const removed = (text: string) => withoutEach(text).map(({ without }) => without)

test('each condition is left out once', () => {
  expect(withoutEach('((a = b) AND (c IS NULL))')).toEqual([
    { without: '(a = b)', left: '(((c IS NULL)))' },
    { without: '(c IS NULL)', left: '(((a = b)))' },
  ])
  for (const alone of ['true', '(a = b)', '((a = b) OR (c = d))', "(d = 'x AND y'::text)"]) expect(removed(alone)).toEqual([])
})

test.each([
  ["((a = b) AND (c IS NULL) AND (d = 'x AND (y'::text))", ['(a = b)', '(c IS NULL)', "(d = 'x AND (y'::text)"]],
  ['(a AND (b AND c))', ['a', '(b AND c)', 'b', 'c']],
  ['((a = b) OR ((c = d) AND (e = f)))', ['(c = d)', '(e = f)']],
  [
    '(EXISTS ( SELECT\n   FROM (s JOIN t ON (((a = b) AND (c = d))))\n  WHERE ((e = f) AND (g = h))))',
    ['(a = b)', '(c = d)', '(e = f)', '(g = h)'],
  ],
])('%s may lose %j', (text, parts) => {
  expect(removed(text)).toEqual(parts)
})

test('what stands under a NOT would be stricter without a condition, and is left alone', () => {
  expect(removed('(a AND (NOT (EXISTS ( SELECT FROM t WHERE ((b = c) AND (d = e))))))')).toEqual([
    'a',
    '(NOT (EXISTS ( SELECT FROM t WHERE ((b = c) AND (d = e)))))',
  ])
  expect(removed('(NOT (a AND (NOT (b AND c))))')).toEqual(['b', 'c'])
})
