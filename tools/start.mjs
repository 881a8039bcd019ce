// Runs the portal: installs and builds what changed, then starts the server and compresses the pages.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildAll, install } from './bootstrap.mjs'
import { builtServer, root, serverEnvironment, serverFlags } from './node24.mjs'

const node = install({ onlyToRun: true })
buildAll(node)
const server = spawn(node, [...serverFlags(), builtServer, ...process.argv.slice(2)], {
  cwd: root,
  env: serverEnvironment(node),
  stdio: 'inherit',
})
const compression = spawn(node, [join(root, 'tools/compress.mjs')], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
process.on('exit', () => {
  server.kill('SIGKILL')
  compression.kill()
})
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
