import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assertionErrors } from './waiting-assertions.ts'

const root = join(import.meta.dirname, '..')
const probe = readFileSync(join(import.meta.dirname, 'waiting-assertions.probe'), 'utf8')

test('a page that is read once and compared is refused, and nothing else', () => {
  const marked = probe.split('\n').flatMap((line, at) => (line.endsWith('// refused') ? [at + 1] : []))
  const errors = assertionErrors(root, 'test/e2e/probe.spec.ts', probe)
  expect(errors.map((each) => Number(each.split(':')[1]))).toEqual(marked)
  for (const each of errors) expect(each).toContain('let the assertion wait')
})

test('steps of journeys are held to it, other tests are not', () => {
  expect(assertionErrors(root, 'test/e2e/colleagues.ts', probe)).not.toEqual([])
  expect(assertionErrors(root, 'test/screens.test.ts', probe)).toEqual([])
})
