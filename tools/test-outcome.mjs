// The JSON reports of Vitest and Playwright in one format.
import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './node24.mjs'

/** Counts of passed, failed and skipped tests, and a text per failure. A missing report means that the runner crashed. */
export function readOutcome(path) {
  let report
  try {
    report = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return { passed: 0, failed: 0, skipped: 0, failures: [`${path} was not written: the runner broke off.`] }
  }
  return report.stats ? fromPlaywright(report) : fromVitest(report)
}

function fromPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats
  const outside = (report.errors ?? []).map(({ message }) => plain(message))
  const failures = [...report.suites.flatMap(failedSpecs), ...outside]
  return { passed: expected + flaky, failed: unexpected, skipped, failures }
}

function failedSpecs(suite) {
  const own = (suite.specs ?? []).flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) => describe(suite.file, [projectName, title], results.at(-1)?.error?.message)),
  )
  return [...own, ...(suite.suites ?? []).flatMap(failedSpecs)]
}

function fromVitest(report) {
  const failures = report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0 && file.status === 'failed') return [describe(file.name, [], file.message)]
    return failed.map((test) => describe(file.name, [...test.ancestorTitles, test.title], test.failureMessages[0]))
  })
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests, failures }
}

/** A short description of a failure: file, title, start of the message. */
function describe(file, titles, message = 'It gave no message.') {
  const lines = plain(message).split('\n').slice(0, 12)
  return `${[relative(root, resolve(root, file)), ...titles].join(' › ')}\n  ${lines.join('\n  ')}`
}

function plain(message) {
  return stripVTControlCharacters(message ?? '')
}
