// All static checks, as many at once as there are processors. Each step runs even if an earlier one failed. --sources, for runs
// followed by all tests, skips the unit tests and builds the pages that browser tests need.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { install } from './bootstrap.mjs'
import { environment, root, safeForWebAssembly } from './node24.mjs'

const node = install()
const at = (script) => join(root, 'node_modules', script)
/** One checker: each more checks again what it shares with the others, and the processors have other steps. */
const typesOf = (project) => [at('@typescript/native/bin/tsc'), ['-p', project, '--checkers', '1']]
const sources = ['src', 'demo', 'test', 'tools', 'bench']
/** Longest first, so that no processor waits for the last one. */
const steps = [
  process.argv.includes('--sources')
    ? ['the pages can be built', 'tools/build.mjs', []]
    : ['unit tests', at('vitest/vitest.mjs'), ['run', '--project', 'unit', '--reporter=dot']],
  ['types of tests and tools', ...typesOf('tools/types/tests.json')],
  ...['server', 'web'].map((layer) => [`types of ${layer}`, ...typesOf(`tools/types/${layer}.json`)]),
  ['format and lint', at('@biomejs/biome/bin/biome'), ['check', '--error-on-warnings']],
  ['import walls, cycles', at('dependency-cruiser/bin/dependency-cruiser.mjs'), [...sources, '--output-type', 'err-long']],
  ['dead code', at('knip/bin/knip.js'), []],
  ...['api', 'domain'].map((layer) => [`types of ${layer}`, ...typesOf(`tools/types/${layer}.json`)]),
  ['row types, docs/schema.sql and the inventory of grants are up to date', 'tools/db-types.ts', ['--check']],
  ['OpenAPI document is up to date', 'tools/openapi.ts', ['--check']],
  ['texts outside the catalogues', 'tools/check-texts.ts', []],
  ['sizes, names, licences', 'tools/check-conventions.mjs', []],
  ['tests that the specification names', 'tools/specification.ts', ['--sources']],
]
let failed = 0

async function run([title, script, args]) {
  const started = Date.now()
  const child = spawn(node, [...safeForWebAssembly, script, ...args], {
    cwd: root,
    env: environment(node),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const [status, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'} ${title} (${seconds} s)\n`)
  if (status === 0) return
  failed += 1
  process.stdout.write(`${stdout}${stderr}\n`)
}

async function runNext() {
  for (let step = steps.shift(); step; step = steps.shift()) await run(step)
}

await Promise.all(Array.from({ length: availableParallelism() }, runNext))
process.exit(failed > 0 ? 1 : 0)
