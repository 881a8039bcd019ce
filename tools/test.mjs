// All tests, against the real parts that this machine has: PGlite, PostgreSQL when it is found, a browser.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { environment, root } from './node24.mjs'
import { build, install } from './bootstrap.mjs'

const node = install()
build(node)
const results = join(root, 'test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const runs = [
  [
    'Rules and server',
    'vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${join(results, 'vitest.json')}`],
    'vitest.json',
  ],
  ['Journeys in a browser', '@playwright/test/cli.js', ['test'], 'journeys.json'],
]
const total = { passed: 0, failed: 0, skipped: 0 }
const failures = []
let broken = false
for (const [title, script, args, report] of runs) {
  process.stdout.write(`\n— ${title}\n`)
  const { status } = spawnSync(node, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    env: environment(node),
    stdio: 'inherit',
  })
  const counted = outcomeOf(join(results, report))
  for (const key of Object.keys(total)) total[key] += counted[key]
  failures.push(...counted.failures)
  if (status !== 0 || counted.passed + counted.failed === 0) broken = true
}
process.stdout.write('\n— The specification\n')
const reports = runs.map(([, , , report]) => join(results, report))
const { status: shown } = spawnSync(node, ['tools/specification.ts', ...reports], { cwd: root, stdio: 'inherit' })
if (shown !== 0) broken = true
const looked = spawnSync(node, ['-e', "import('./test/postgres.ts').then((all) => process.exit(all.findPostgres() ? 0 : 3))"], {
  cwd: root,
})
if (looked.status === 3)
  process.stdout.write(
    '\nNo PostgreSQL was found: everything ran on PGlite alone. Install it (or set POSTGRES_BIN) to test both.\n',
  )
if (broken && total.failed === 0) total.failed = 1
if (failures.length > 0) process.stdout.write(`\n— What failed\n${failures.join('\n\n')}\n`)
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`)
process.exit(broken || total.failed > 0 || total.passed === 0 ? 1 : 0)

/** What a runner counted, with the failures in its words; a report that is not there means that it broke off. */
function outcomeOf(path) {
  let report
  try {
    report = JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return { passed: 0, failed: 0, skipped: 0, failures: [`${path} was not written: the runner broke off.`] }
  }
  if (report.stats) {
    const { expected, unexpected, skipped } = report.stats
    const outside = (report.errors ?? []).map(({ message }) => plain(message))
    return { passed: expected, failed: unexpected, skipped, failures: [...report.suites.flatMap(failedJourneys), ...outside] }
  }
  const failed = report.testResults.flatMap((file) => {
    const inside = file.assertionResults.filter(({ status }) => status === 'failed')
    if (inside.length === 0 && file.status === 'failed') return [said(file.name, [], file.message)]
    return inside.map((test) => said(file.name, [...test.ancestorTitles, test.title], test.failureMessages[0]))
  })
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests, failures: failed }
}

function failedJourneys(suite) {
  const own = (suite.specs ?? []).flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) => said(suite.file, [projectName, title], results.at(-1)?.error?.message)),
  )
  return [...own, ...(suite.suites ?? []).flatMap(failedJourneys)]
}

/** A failure in a few lines: where, which, and the beginning of its message. */
function said(file, titles, message = 'It gave no message.') {
  const lines = plain(message).split('\n').slice(0, 12)
  return `${[relative(root, resolve(root, file)), ...titles].join(' › ')}\n  ${lines.join('\n  ')}`
}

function plain(message) {
  return stripVTControlCharacters(message ?? '')
}
