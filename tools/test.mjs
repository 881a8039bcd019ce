// All tests, against the real parts that this machine has: PGlite, PostgreSQL when it is found, a browser.
// `npm test -- <file> …` runs these files alone, with a trace of browser tests that fail; `npm test -- --both` runs every server
// test and the longest journey on both databases.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build, install } from './bootstrap.mjs'
import { environment, root } from './node24.mjs'
import { readOutcome } from './test-outcome.mjs'

const { values: options, positionals: files } = parseArgs({ options: { both: { type: 'boolean' } }, allowPositionals: true })
const browserFiles = files.filter((file) => /\.spec\.ts\b|\be2e\b/.test(file))
const otherFiles = files.filter((file) => !browserFiles.includes(file))
const everything = files.length === 0

const results = join(root, 'test-results')
const report = (name) => join(results, name)
const times = earlierTimes()
const node = timed('packages', install)
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const env = environment(node, {
  FAILURES_FILE: report('vitest-failures.json'),
  ...(options.both ? { TEST_DATABASES: 'both' } : {}),
  ...(everything ? {} : { TRACE: '1' }),
})
const total = { passed: 0, failed: 0, skipped: 0 }
const failures = []
let broken = false

// Browser tests need what is built, and so do the server's tests of how it serves pages and of a portal as a process. Once,
// before several tests ask for it at the same time.
if (everything || files.length > 1 || files.some((file) => browserFiles.includes(file) || file.includes('http'))) {
  timed('building server and pages', () => build(node))
}
if (everything || otherFiles.length > 0) {
  const json = report('vitest.json')
  const args = [
    'run',
    '--reporter=default',
    '--reporter=./tools/failures-reporter.mjs',
    '--reporter=json',
    `--outputFile.json=${json}`,
    ...otherFiles,
  ]
  runTests('rules and server', join(root, 'node_modules/vitest/vitest.mjs'), args, json)
}
if (everything || browserFiles.length > 0) {
  const script = join(root, 'node_modules/@playwright/test/cli.js')
  runTests('journeys in a browser', script, ['test', ...browserFiles], report('journeys.json'))
}
if (everything) checkSpecification()

const looked = spawnSync(node, ['-e', "import('./test/postgres.ts').then((all) => process.exit(all.findPostgres() ? 0 : 3))"], {
  cwd: root,
})
if (looked.status === 3)
  process.stdout.write(
    '\nNo PostgreSQL was found: everything ran on PGlite alone. Install it (or set POSTGRES_BIN) to test both.\n',
  )
if (broken && total.failed === 0) total.failed = 1
if (failures.length > 0) process.stdout.write(`\n— What failed\n${failures.join('\n\n')}\n`)
process.stdout.write(`\n— How long it took\n${timeTable()}`)
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`)
process.exit(broken || total.failed > 0 || total.passed === 0 ? 1 : 0)

function runTests(title, script, args, json) {
  process.stdout.write(`\n— ${title}\n`)
  const { status } = timed(title, () => spawnSync(node, [script, ...args], { cwd: root, env, stdio: 'inherit' }))
  const outcome = readOutcome(json)
  for (const key of Object.keys(total)) total[key] += outcome[key]
  failures.push(...outcome.failures)
  if (status !== 0 || outcome.passed + outcome.failed === 0) broken = true
}

function checkSpecification() {
  process.stdout.write('\n— The specification\n')
  const reports = ['vitest.json', 'journeys.json'].map(report)
  const { status } = spawnSync(node, ['tools/specification.ts', ...reports], { cwd: root, stdio: 'inherit' })
  if (status !== 0) broken = true
}

function timed(title, work) {
  const started = Date.now()
  const result = work()
  times.push([title, (Date.now() - started) / 1000])
  return result
}

/** Durations of earlier steps of .ci/run, as `title=seconds` separated by commas. */
function earlierTimes() {
  const parts = (process.env.EARLIER_TIMES ?? '').split(',').filter(Boolean)
  return parts.map((part) => part.split('=')).map(([title, seconds]) => [title, Number(seconds)])
}

function timeTable() {
  const rows = [...times, ['in all', times.reduce((sum, [, seconds]) => sum + seconds, 0)]]
  return rows.map(([title, seconds]) => `${minutes(seconds)}  ${title}\n`).join('')
}

function minutes(seconds) {
  const whole = Math.round(seconds)
  return `${String(Math.floor(whole / 60)).padStart(4)}:${String(whole % 60).padStart(2, '0')}`
}
