import { expect, test } from 'vitest'
import { wordingErrors } from './wording.mjs'

const long = 'x'.repeat(101)
const tooLong = 'the title has 101 characters, at most 100: say one fact'

test.each([
  ['a plain title', `test('${long}', () => {})`],
  ['a title with parameters', `describe.each(kinds)('${long}', () => {})`],
  ['a title that may be skipped', `test.skipIf(true)(\n  \`\${'${'y'.repeat(96)}'}\`,\n  () => {},\n)`],
])('%s has at most a hundred characters', (_, call) => {
  const lines = wordingErrors('src/one.test.ts', `const one = 1\n${call}`)
  expect(lines).toEqual([`src/one.test.ts:2: ${tooLong}`])
  expect(wordingErrors('src/one.ts', call)).toEqual([])
})

test('a title of a hundred characters and any other long string pass', () => {
  const text = `test('${long.slice(1)}', () => expect('${long}').toBe('${long}'))`
  expect(wordingErrors('test/e2e/one.spec.ts', text)).toEqual([])
})

test.each(['// ', '/** ', '/**\n * ', 'const one = 1 // '])('a comment after %j does not begin with a bare Of', (before) => {
  expect(wordingErrors('src/one.ts', `${before}Of the file.`)).toHaveLength(1)
  expect(wordingErrors('docs/one.md', `${before}Of the file.`)).toEqual([])
  expect(wordingErrors('src/one.ts', `${before}The name of the file.`)).toEqual([])
})
