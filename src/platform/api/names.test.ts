import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { namesForm } from './names.ts'

const form = namesForm(10)
const issuesOf = (input: unknown) => z.safeParse(form, input).error?.issues.map(({ path, code }) => [path.join('.'), code])

test('names are trimmed, and an empty one is left out', () => {
  expect(z.parse(form, { fr: '', en: ' Silver ' })).toEqual({ en: 'Silver' })
  expect(z.parse(form, {})).toEqual({})
})

test('a name that is too long and a language that the portal is not written in are refused', () => {
  expect(issuesOf({ en: 'x'.repeat(11) })).toEqual([['en', 'too_big']])
  expect(issuesOf({ xx: 'Silver' })).toEqual([['', 'unrecognized_keys']])
})
