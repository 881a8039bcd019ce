// All tests, against the real parts that this machine has: PGlite, PostgreSQL when it is found, a browser.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { environment, root } from './node24.mjs'
import { build, install } from './prepared.mjs'

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
let broken = false
for (const [title, script, args, report] of runs) {
  process.stdout.write(`\n— ${title}\n`)
  const { status } = spawnSync(node, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    env: environment(node),
    stdio: 'inherit',
  })
  const counted = countsOf(join(results, report))
  for (const key of Object.keys(total)) total[key] += counted[key]
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
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`)
process.exit(broken || total.failed > 0 || total.passed === 0 ? 1 : 0)

/** What a runner counted; a report that is not there means that it broke off. */
function countsOf(path) {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8'))
    if (report.stats) return { passed: report.stats.expected, failed: report.stats.unexpected, skipped: report.stats.skipped }
    return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests }
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}
