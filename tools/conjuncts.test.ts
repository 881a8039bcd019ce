import { expect, test } from 'vitest'
import { conjunctsOf, withoutEach } from '#test/policies/conjuncts.ts'

test.each([
  ["((a = b) AND (c IS NULL) AND (d = 'x AND y'::text))", ['a = b', 'c IS NULL', "d = 'x AND y'::text"]],
  ['(a AND (b AND c))', ['a', 'b', 'c']],
  ['((a = b) OR ((c = d) AND (e = f)))', ['(a = b) OR ((c = d) AND (e = f))']],
  ['(partner_id = app.user_id())', ['partner_id = app.user_id()']],
  ['true', ['true']],
])('%s is joined of %j', (text, parts) => {
  expect(conjunctsOf(text)).toEqual(parts)
})

test('each condition is left out once', () => {
  expect(withoutEach('((a = b) AND (c IS NULL))')).toEqual([
    { without: 'a = b', left: '(c IS NULL)' },
    { without: 'c IS NULL', left: '(a = b)' },
  ])
  expect(withoutEach('(a = b)')).toEqual([])
})
