// The JSON reports of Vitest and Playwright in one format.
import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './node24.mjs'

/**
 * Counts of passed, failed and skipped tests, a text per failure and per test that passed at its second try only, and the seconds
 * that each file took. A missing report means that the runner crashed.
 */
export function readOutcome(path) {
  let report
  try {
    report = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    const failures = [`${path} was not written: the runner broke off.`]
    return { passed: 0, failed: 0, skipped: 0, failures, flaky: [], files: new Map() }
  }
  return report.stats ? fromPlaywright(report) : fromVitest(report, path)
}

function fromPlaywright(report) {
  const { expected, unexpected, flaky: flakyTests, skipped } = report.stats
  const outside = (report.errors ?? []).map(({ message }) => plain(message))
  const tests = report.suites.flatMap(testsOf)
  const failures = [...tests.filter(({ status }) => status === 'unexpected').map((test) => erringTry(test, -1)), ...outside]
  const flaky = tests.filter(({ status }) => status === 'flaky').map((test) => erringTry(test, 0))
  const files = new Map()
  for (const { file, results } of tests) {
    const seconds = results.reduce((sum, { duration }) => sum + duration / 1000, 0)
    files.set(`test/e2e/${file}`, (files.get(`test/e2e/${file}`) ?? 0) + seconds)
  }
  return { passed: expected + flakyTests, failed: unexpected, skipped, failures, flaky, files }
}

/** The tests of a suite and of those in it, with their file and title. */
function testsOf(suite) {
  const own = (suite.specs ?? []).flatMap(({ title, tests }) => tests.map((test) => ({ ...test, title, file: suite.file })))
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)]
}

/** What went wrong in a try of a test; -1 is the last one. */
function erringTry({ file, projectName, title, results }, at) {
  const errors = (results.at(at)?.errors ?? []).map(({ message }) => message)
  return describe(file, [projectName, title], errors.join('\n') || undefined)
}

/** Reports failures of hooks and files as well, which Vitest's own report leaves out. */
function fromVitest(report, path) {
  const failures = readFailures(path.replace(/\.json$/, '-failures.json')).map(({ file, titles, errors }) =>
    describe(file, titles, errors.map(textOf).join('\n')),
  )
  const files = new Map(
    report.testResults.map(({ name, startTime, endTime }) => [relative(root, name), (endTime - startTime) / 1000]),
  )
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = report
  return { passed, failed, skipped, failures, flaky: [], files }
}

function readFailures(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return [{ file: path, titles: [], errors: [{ message: 'was not written: the runner broke off.', causes: [] }] }]
  }
}

function textOf({ message, diff, causes, place }) {
  return [message, ...causes.map((cause) => `caused by: ${cause}`), ...(place ? [`at ${relative(root, place)}`] : []), diff ?? '']
    .join('\n')
    .trimEnd()
}

const maxLines = 16
const maxColumns = 300

/** A short description of a failure: file, title, start of the message, without the calls within the runner. */
function describe(file, titles, message = 'It gave no message.') {
  const lines = plain(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at .*(node_modules|node:|<anonymous>)/.test(line))
    .map((line) => (line.length > maxColumns ? `${line.slice(0, maxColumns)}…` : line))
  const rest = lines.length > maxLines ? [`… ${lines.length - maxLines} more lines`] : []
  const title = [relative(root, resolve(root, file)), ...titles].join(' › ')
  return [title, ...lines.slice(0, maxLines), ...rest].join('\n  ')
}

function plain(message) {
  return stripVTControlCharacters(message ?? '')
}
