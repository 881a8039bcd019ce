// Runs the portal: installs and builds what changed, then starts the server.
import { spawn } from 'node:child_process'
import { environment, root, safeForWebAssembly } from './node24.mjs'
import { build, install } from './bootstrap.mjs'

const node = install()
build(node)
const server = spawn(node, [...safeForWebAssembly, 'src/server/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  env: environment(node),
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
process.on('exit', () => server.kill('SIGKILL'))
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
