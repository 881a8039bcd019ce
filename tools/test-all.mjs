// npm run test:all: every test there is, in parts. `npm run test:all -- server stories` runs these parts. A run that was stopped
// goes on where it stopped: what has passed with the same sources is not run again, unless --again is given.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build, fingerprint, install } from './bootstrap.mjs'
import { root } from './node24.mjs'
import { TestRun } from './test-run.mjs'

/** @type {import('./test-run.mjs').Part[]} */
const parts = [
  { name: 'rules', runner: 'vitest', args: ['--project=unit', '--project=components*'] },
  { name: 'server', runner: 'vitest', args: ['--project=server'] },
  { name: 'stories', runner: 'playwright', args: ['--grep-invert=@full|@seconds'] },
  { name: 'languages', runner: 'playwright', args: ['--grep=@full'] },
  // Seconds are measured with nothing beside them.
  { name: 'speed of the server', runner: 'vitest', args: ['--project=seconds', '--maxWorkers=1'] },
  { name: 'speed of pages', runner: 'playwright', args: ['--grep=@seconds', '--workers=1'] },
]

const { values: options, positionals: names } = parseArgs({ options: { again: { type: 'boolean' } }, allowPositionals: true })
const unknown = names.filter((name) => !parts.some((part) => part.name === name))
if (unknown.length > 0) {
  process.stdout.write(`No part is called ${unknown.join(', ')}. The parts: ${parts.map(({ name }) => `'${name}'`).join(', ')}\n`)
  process.exit(1)
}

const folder = join(root, 'test-results/all')
const node = install()
const print = sourcesOfTests()
const stamp = join(folder, 'sources')
if (options.again || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== print) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(stamp, print)
}
const run = new TestRun(node, folder)
run.timed('building server and pages', () => build(node))
for (const part of parts) {
  if (names.length > 0 && !names.includes(part.name)) continue
  if (!run.takeOver(part)) run.run({ ...part, env: { FULL_RUN: 'true' } })
}
run.checkSpecification(...(names.length > 0 ? ['--some'] : []))
process.exit(run.finish())

/** A hash of everything that a test reads. */
function sourcesOfTests() {
  const folders = ['src', 'test', 'demo', 'tools', 'migrations', 'docs', 'deploy', 'public']
  const configurations = ['package.json', 'package-lock.json', 'playwright.config.ts', 'vite.config.ts', 'vitest.config.ts']
  return fingerprint([...folders, ...configurations, 'vite.server.config.ts', 'index.html', 'README.md', 'CONTRIBUTING.md'])
}
