// All static checks. Each step runs even if an earlier one failed. --sources skips the unit tests, for runs followed by all
// tests.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { environment, root } from './node24.mjs'
import { install } from './bootstrap.mjs'

const node = install()
const at = (script) => join(root, 'node_modules', script)
const tsc = at('@typescript/native/bin/tsc')
const sources = ['src', 'demo', 'test', 'tools']
const steps = [
  ['format and lint', at('@biomejs/biome/bin/biome'), ['check', '--error-on-warnings']],
  ['import walls, cycles', at('dependency-cruiser/bin/dependency-cruiser.mjs'), [...sources, '--output-type', 'err-long']],
  ...['domain', 'api', 'server', 'web'].map((layer) => [`types of ${layer}`, tsc, ['-p', `src/${layer}`]]),
  ['types of tests and tools', tsc, ['-p', 'tsconfig.tests.json']],
  ['sizes, names, licences', 'tools/check-conventions.mjs', []],
  ['dead code', at('knip/bin/knip.js'), []],
  ['OpenAPI document is up to date', 'tools/openapi.ts', ['--check']],
  ['tests that the specification names', 'tools/specification.ts', ['--sources']],
  ['unit tests', at('vitest/vitest.mjs'), ['run', '--project', 'unit', '--reporter=dot']],
]
const sourcesOnly = process.argv.includes('--sources')
let failed = 0
for (const [title, script, args] of steps.filter(([title]) => !sourcesOnly || title !== 'unit tests')) {
  const started = Date.now()
  const { status, stdout, stderr } = spawnSync(node, [script, ...args], {
    cwd: root,
    env: environment(node),
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${status === 0 ? 'ok    ' : 'FAILED'} ${title} (${seconds} s)\n`)
  if (status !== 0) {
    failed += 1
    process.stdout.write(`${stdout}${stderr}\n`)
  }
}
process.exit(failed > 0 ? 1 : 0)
