// npm test: what a change needs, against the real parts that this machine has: PGlite, PostgreSQL when it is found, a browser.
// `npm test -- <file> …` runs these files alone, with a trace of browser tests that fail. tools/test-all.mjs runs everything.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, install } from './bootstrap.mjs'
import { root } from './node24.mjs'
import { TestRun } from './test-run.mjs'
import { storiesOfEveryChange } from './test-stories.mjs'

const files = process.argv.slice(2)
const unknown = files.find((file) => file.startsWith('-'))
if (unknown) {
  process.stderr.write(`npm test takes files, not ${unknown}: npm test -- src/leads/stages/server/stages.test.ts\n`)
  process.exit(2)
}
const browserFiles = files.filter((file) => /\.spec\.ts\b|\be2e\b/.test(file))
const otherFiles = files.filter((file) => !browserFiles.includes(file))

const folder = join(root, 'test-results/change')
rmSync(folder, { recursive: true, force: true })
const earlier = earlierTimes()
const started = Date.now()
const node = install()
const run = new TestRun(node, folder, [...earlier, { title: 'packages', seconds: (Date.now() - started) / 1000, cpu: 0 }])

// Browser tests need what is built, and so do the server's tests of how it serves pages and of a portal as a process. Once,
// before several tests ask for it at the same time.
if (files.length !== 1 || browserFiles.length > 0 || files[0].includes('http')) {
  run.timed('building server and pages', () => build(node))
}
if (files.length > 0) {
  if (otherFiles.length > 0) run.run({ name: 'rules and server', runner: 'vitest', args: otherFiles })
  if (browserFiles.length > 0) {
    run.run({ name: 'journeys', runner: 'playwright', args: [...browserFiles, '--retries=0'], env: { TRACE: '1' } })
  }
} else {
  run.run({ name: 'rules and server', runner: 'vitest', args: ['--project=unit', '--project=components*', '--project=server'] })
  const stories = storiesOfEveryChange.map((name) => `e2e/${name}\\.spec\\.ts`)
  run.run({ name: 'journeys', runner: 'playwright', args: [...stories, '--grep-invert=@full|@seconds'] })
  run.checkSpecification('--some')
}
process.exit(run.finish())

/** Durations of earlier steps of .ci/run, as `title=seconds` separated by commas. */
function earlierTimes() {
  const parts = (process.env.EARLIER_TIMES ?? '').split(',').filter(Boolean)
  return parts.map((part) => part.split('=')).map(([title, seconds]) => ({ title, seconds: Number(seconds), cpu: 0 }))
}
