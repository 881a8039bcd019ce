// npm run bench: measures the portal's speed beside hand-written servers on the same rows (tools/bench/README.md).
import { spawn } from 'node:child_process'
import { environment, root } from './node24.mjs'
import { buildServer, install } from './bootstrap.mjs'

const node = install()
buildServer(node)
const child = spawn(node, ['tools/bench/bench.ts', ...process.argv.slice(2)], {
  cwd: root,
  env: environment(node),
  stdio: 'inherit',
})
// The child stops its servers on a signal; this process waits for it.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
