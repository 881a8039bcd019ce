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
  return report.stats ? fromPlaywright(report) : fromVitest(report, path)
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
      .map(({ projectName, results }) =>
        describe(
          suite.file,
          [projectName, title],
          (results.at(-1)?.errors ?? []).map((error) => error.message).join('\n') || undefined,
        ),
      ),
  )
  return [...own, ...(suite.suites ?? []).flatMap(failedSpecs)]
}

/** Reports failures of hooks and files as well, which Vitest's own report leaves out. */
function fromVitest(report, path) {
  const failures = readFailures(path.replace(/\.json$/, '-failures.json')).map(({ file, titles, errors }) =>
    describe(file, titles, errors.map(textOf).join('\n')),
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests, failures }
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
