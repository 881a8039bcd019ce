// npm run hunt: looks for what fails by chance. It runs all journeys five times, each time in another order, on a browser whose
// processor is four times slower, without a second try. `npm run hunt -- --rounds=2 test/e2e/phone.spec.ts` narrows it.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build, install } from './bootstrap.mjs'
import { root } from './node24.mjs'
import { TestRun } from './test-run.mjs'

const { values: options, positionals: files } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, slowdown: { type: 'string', default: '4' } },
  allowPositionals: true,
})
const node = install()
build(node)
let red = 0
for (let round = 1; round <= Number(options.rounds); round += 1) {
  const run = new TestRun(node, join(root, 'test-results/hunt', String(round)))
  run.run({
    name: `round ${round} of ${options.rounds}`,
    runner: 'playwright',
    // Budgets of seconds say nothing on a slowed processor, and looks at translations nothing about chance.
    // One worker: a slowed browser keeps a processor busy, and the portal needs the other.
    args: [...files, '--retries=0', '--workers=1', '--grep-invert=@full|@seconds'],
    env: { SLOWDOWN: options.slowdown },
  })
  if (run.finish() !== 0) red += 1
}
process.stdout.write(`\n${options.rounds - red} of ${options.rounds} rounds without a failure\n`)
process.exit(red > 0 ? 1 : 0)
