import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readOutcome } from './test-outcome.mjs'

function outcomeOf(report: object) {
  const folder = mkdtempSync(join(tmpdir(), 'passerelle-outcome-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'report.json')
  writeFileSync(path, JSON.stringify(report))
  return readOutcome(path)
}

const attempt = (message?: string) => ({ duration: 1500, errors: message ? [{ message }] : [] })

test('a test that passed at its second try is flaky, with its first error, and no failure', () => {
  const tests = [{ projectName: 'postgres', status: 'flaky', results: [attempt('the lead was late'), attempt()] }]
  const outcome = outcomeOf({
    stats: { expected: 3, unexpected: 0, flaky: 1, skipped: 0 },
    suites: [{ file: 'phone.spec.ts', suites: [{ file: 'phone.spec.ts', specs: [{ title: 'a lead', tests }] }] }],
  })
  expect(outcome).toMatchObject({ passed: 4, failed: 0, failures: [] })
  expect(outcome.flaky).toEqual([expect.stringContaining('postgres › a lead\n  the lead was late')])
  expect([...outcome.files]).toEqual([['test/e2e/phone.spec.ts', 3]])
})

test('a failure has the error of its last try', () => {
  const tests = [{ projectName: 'postgres', status: 'unexpected', results: [attempt('first'), attempt('second')] }]
  const outcome = outcomeOf({
    stats: { expected: 0, unexpected: 1, flaky: 0, skipped: 0 },
    suites: [{ file: 'phone.spec.ts', specs: [{ title: 'a lead', tests }] }],
  })
  expect(outcome.failures).toEqual([expect.stringContaining('second')])
  expect(outcome).toMatchObject({ failed: 1, flaky: [] })
})

test('a runner that wrote no report broke off', () => {
  expect(readOutcome('/nowhere/report.json').failures).toEqual(['/nowhere/report.json was not written: the runner broke off.'])
})
