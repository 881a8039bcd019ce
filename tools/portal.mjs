// Runs an operator's command beside the portal, or without it: `node tools/portal.mjs users`, `reset-link EMAIL` and so on.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { install } from './bootstrap.mjs'
import { commandFlags, root, serverEnvironment } from './node24.mjs'

const node = install({ onlyToRun: true })
const child = spawn(node, [...commandFlags, join(root, 'src/portal/server/operate.ts'), ...process.argv.slice(2)], {
  cwd: root,
  env: serverEnvironment(node),
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
